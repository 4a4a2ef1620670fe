import { z } from "@medusajs/framework/zod"
import { EXPORT_FORMATS } from "../../../http-types"
import { COUNTED_ROWS } from "../../../modules/stablecoin/service"
import type { List, ListRequest } from "../../../modules/stablecoin/types"
import { storableText } from "../../../shared/storable-text"

/** A point in time, as ISO 8601 or a date, in years of four digits. */
const timeSchema = z
  .string()
  .refine((written) => /^[1-9]\d{3}-/.test(toIso(written)), {
    error: "must be a date such as 2026-11-20 or 2026-11-20T12:00:00Z",
  })
  .transform(toIso)

function toIso(written: string): string {
  const time = Date.parse(written)
  return Number.isNaN(time) ? "" : new Date(time).toISOString()
}

/** Ranges such as `created_at[$gte]=…`. */
const timesSchema = () =>
  z
    .strictObject({
      $gt: timeSchema,
      $gte: timeSchema,
      $lt: timeSchema,
      $lte: timeSchema,
    })
    .partial()

/** One value or several. A row matches any of them. */
function oneOrMore<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.array(schema)]).optional()
}

/**
 * Like `oneOrMore`, for a closed set of values. It is not a union: for a union,
 * Medusa reports only that the value is not an array. This error names the
 * allowed values.
 */
function oneOrMoreOf<T extends string>(allowed: readonly T[]) {
  const strangers = (given: unknown): string[] =>
    [given]
      .flat()
      .filter((value) => !allowed.some((one) => one === value))
      .map((value) => (typeof value === "string" ? value : typeof value))
  return z
    .custom<T | T[]>((given) => strangers(given).length === 0, {
      error: ({ path, input }) =>
        `Expected: '${allowed.join(", ")}' for field '${path?.join(", ")}', but got: '${strangers(input).join(", ")}'`,
    })
    .optional()
}

/** Query parameters of an admin list: 20 per page, by default newest first. */
export function listParams<Row>({ sorts, filters, order }: List<Row>) {
  const orders = ["created_at", ...Object.keys(sorts ?? {})].flatMap((by) => [
    by,
    `-${by}`,
  ])
  const parameters = Object.entries(filters).map(([name, { values }]) => [
    name,
    values ? oneOrMoreOf(values) : oneOrMore(storableText),
  ])
  return z.strictObject({
    ...(Object.fromEntries(parameters) as Record<string, z.ZodType<Values>>),
    id: oneOrMore(storableText),
    order: z.enum(orders).default(order ?? "-created_at"),
    limit: z.coerce.number().int().min(1).max(1000).default(20),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .refine((offset) => offset <= COUNTED_ROWS, {
        error: `must be at most ${COUNTED_ROWS}: narrow the list by created_at instead`,
      })
      .default(0),
    q: storableText.optional(),
    created_at: timesSchema().optional(),
  })
}

/** The same of a list's file, which has all rows. */
export function exportParams<Row>(list: List<Row>) {
  return listParams(list)
    .omit({ limit: true, offset: true })
    .extend({ format: z.enum(EXPORT_FORMATS).default("comma") })
}

type Values = string | string[] | undefined

/** Converts the validated parameters of a list into a request to the ledger. */
export function toListRequest({
  order,
  q,
  created_at,
  limit = 0,
  offset = 0,
  ...filters
}: Omit<z.infer<ReturnType<typeof listParams>>, "limit" | "offset"> & {
  limit?: number
  offset?: number
}): ListRequest {
  const isDescending = order.startsWith("-")
  const where = Object.entries(filters as Record<string, Values>).flatMap(
    ([name, values]) =>
      values === undefined ? [] : [[name, [values].flat()] as const]
  )
  return {
    where: Object.fromEntries(where),
    created_at,
    q: q?.trim(),
    sort: {
      by: isDescending ? order.slice(1) : order,
      direction: isDescending ? "desc" : "asc",
    },
    limit,
    offset,
  }
}

import { z } from "zod"
import { boundedArray } from "../../shared/bounded-array"

/** JSON-RPC codes of too many requests, of different vendors. */
const RATE_LIMIT_CODES = ["-32005", "-32029", "429"]
const RATE_LIMIT_WORDS = /rate.?limit|too.?many.?requests|\b429\b/i

const textSchema = z.union([z.string(), z.number()]).nullish().catch(null)

/** An error, or its message alone. Vendors leave parts out. */
const errorSchema = z
  .union([
    z.string().transform((message) => ({ code: null, message })),
    z.object({ code: textSchema, message: textSchema }),
  ])
  .transform(({ code, message }) => ({
    code: code ?? null,
    isRateLimit:
      RATE_LIMIT_CODES.includes(String(code)) ||
      RATE_LIMIT_WORDS.test(`${code ?? ""} ${message ?? ""}`),
  }))

export type ResponseError = z.infer<typeof errorSchema>

const responseSchema = z.object({
  /** Some vendors write it as text, and errors may lack it. */
  id: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .nullish()
    .catch(null),
  result: z.unknown(),
  error: errorSchema.nullish(),
})

/** The response to one call. */
export type Response = z.infer<typeof responseSchema>

/** The responses to a batch by call, and an error about no call or all. */
export type Answer = {
  responses: Map<number, Response>
  error: ResponseError | null
}

/**
 * The responses to a batch. An element that can't be read is left out.
 *
 * @param most calls of the batch
 * @returns null unless it is JSON-RPC
 */
export function parseAnswer(text: string, most: number): Answer | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value)) {
    const error = responseSchema.safeParse(value).data?.error
    return error ? { responses: new Map(), error } : null
  }
  const elements = boundedArray(z.unknown(), most).safeParse(value).data
  if (!elements) {
    return null
  }
  const parsed = elements.flatMap(
    (element) => responseSchema.safeParse(element).data ?? []
  )
  // Geth answers the first call alone of a batch that is too large.
  const failed = parsed.find(({ error }) => error)?.error
  if (failed && elements.length < most) {
    return { responses: new Map(), error: failed }
  }
  return { responses: byCall(parsed, most), error: null }
}

/** Errors without an id are of the calls that no other element answers. */
function byCall(
  parsed: readonly Response[],
  calls: number
): Map<number, Response> {
  const responses = new Map(
    parsed.flatMap((each) =>
      typeof each.id === "number" ? [[each.id, each]] : []
    )
  )
  const nameless = parsed.filter(({ id, error }) => id == null && error)
  for (let id = 0; id < calls && nameless.length; id++) {
    const error = responses.has(id) ? undefined : nameless.shift()
    if (error) {
      responses.set(id, error)
    }
  }
  return responses
}

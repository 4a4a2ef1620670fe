import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Page } from "../../../http-types"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type {
  Field,
  List,
  ListRequest,
} from "../../../modules/stablecoin/types"

/** A list, and the fields of a single row that no table has. */
export type Resource<Stored, Detail> = {
  list: List
  /** They replace fields of the same name. */
  added: Readonly<Record<string, Added<Stored>>> & AddedFields<Stored, Detail>
}

type Added<Stored> = (scope: MedusaContainer, row: Stored) => Promise<unknown>

type AddedFields<Stored, Detail> = {
  readonly [Name in Exclude<keyof Detail, keyof Stored>]: (
    scope: MedusaContainer,
    row: Stored
  ) => Promise<Detail[Name]>
}

/** All fields of a single row. */
export function fieldsOf<Stored, Detail>({
  list,
  added,
}: Resource<Stored, Detail>): string[] {
  return Object.keys({ ...list.fields, ...list.details, ...added })
}

/** Converts a list's validated query into a request to the ledger. */
export function toListRequest({
  filterableFields,
  queryConfig: { pagination },
}: Pick<MedusaRequest, "filterableFields" | "queryConfig">): ListRequest {
  const { q, created_at, ...filters } = filterableFields
  const [[by, direction] = ["created_at", "DESC"]] = Object.entries(
    pagination.order ?? {}
  )
  return {
    where: Object.fromEntries(
      Object.entries(filters).map(([name, values]) => [
        name,
        [values].flat() as string[],
      ])
    ),
    created_at: created_at as ListRequest["created_at"],
    q: typeof q === "string" ? q.trim() : undefined,
    sort: { by, direction: direction === "ASC" ? "asc" : "desc" },
    limit: pagination.take ?? 20,
    offset: pagination.skip ?? 0,
  }
}

/** Lists rows like Medusa's own routes. */
export function listRows<Row>(list: List<Row>) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const request = toListRequest(req)
    const { lists } = req.scope.resolve(STABLECOIN_MODULE).repository
    const { ids, count, count_exceeded } = await lists.findPage(list, request)
    const fields = Object.entries<Field>(list.fields).filter(([name]) =>
      req.queryConfig.fields.includes(name)
    )
    res.json({
      count,
      ...(count_exceeded ? { count_exceeded } : {}),
      offset: request.offset,
      limit: request.limit,
      [list.many]: await lists.readRows(list, Object.fromEntries(fields), ids),
    } satisfies Page)
  }
}

/** Returns the row whose id is in the path. */
export function retrieveRow<Stored, Detail>(
  resource: Resource<Stored, Detail>
) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { fields } = req.queryConfig
    const row = await readDetail(req, resource, req.params.id, fields)
    res.json({ [resource.list.one]: row })
  }
}

/**
 * Reads one row as its list shows it.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readRow<Row>(
  { scope }: Pick<MedusaRequest, "scope">,
  list: List<Row>,
  id: string | undefined,
  fields: Readonly<Record<string, Field>> = list.fields
): Promise<Row> {
  const { lists } = scope.resolve(STABLECOIN_MODULE).repository
  const [row] = await lists.readRows(list, fields, [String(id)])
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no ${list.one} ${id}.`
    )
  }
  return row as Row
}

/**
 * Reads one row with all its fields, or some of them.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readDetail<Stored, Detail>(
  { scope }: Pick<MedusaRequest, "scope">,
  resource: Resource<Stored, Detail>,
  id: string | undefined,
  fields: readonly string[] = fieldsOf(resource)
): Promise<Detail> {
  const { list, added } = resource
  const columns = { ...list.fields, ...list.details }
  const stored = await readRow({ scope }, list, id, columns)
  const row: Record<string, unknown> = { ...stored }
  for (const [name, value] of Object.entries(added)) {
    if (fields.includes(name)) {
      row[name] = await value(scope, stored as Stored)
    }
  }
  return Object.fromEntries(fields.map((name) => [name, row[name]])) as Detail
}

/** Counts the rows that meet some filters, up to 10,000. */
export async function countRows<Row>(
  scope: MedusaContainer,
  list: List<Row>,
  where: ListRequest["where"]
): Promise<number> {
  const { lists } = scope.resolve(STABLECOIN_MODULE).repository
  const sort = { by: "created_at", direction: "asc" } as const
  const page = { where, sort, limit: 0, offset: 0 }
  return (await lists.findPage(list, page)).count
}

/** Reads the newest rows that meet some filters, up to 1,000. */
export async function readNewest<Row>(
  scope: MedusaContainer,
  list: List<Row>,
  where: ListRequest["where"],
  direction: "asc" | "desc" = "desc"
): Promise<Row[]> {
  const { lists } = scope.resolve(STABLECOIN_MODULE).repository
  const sort = { by: "created_at", direction }
  const found = await lists.findNext(list, { where, sort }, null, 1_000)
  const ids = found.map(({ id }) => id)
  return (await lists.readRows(list, list.fields, ids)) as Row[]
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Page } from "../../../http-types"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type { List, ListRequest } from "../../../modules/stablecoin/types"
import { validQuery } from "../../valid-query"
import { listParams, toListRequest } from "./list-params"

type Scope = Pick<MedusaRequest, "scope">

const listsOf = (scope: MedusaContainer) =>
  scope.resolve(STABLECOIN_MODULE).repository.lists

/** Lists rows like Medusa's own routes. */
export function listRows<Row>(list: List<Row>) {
  // Made on first use: a store's boot need not wait for its admins' schemas.
  const params = z.lazy(() => listParams(list))
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const request = toListRequest(await validQuery(req, params))
    const lists = listsOf(req.scope)
    const { ids, count, count_exceeded } = await lists.findPage(list, request)
    res.json({
      count,
      ...(count_exceeded ? { count_exceeded } : {}),
      offset: request.offset,
      limit: request.limit,
      [list.many]: await lists.readRows(list, list.fields, ids),
    } satisfies Page)
  }
}

/** Returns the row whose id is in the path, with all its fields. */
export function retrieveRow<Row, Stored extends Row>(list: List<Row, Stored>) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    res.json({ [list.one]: await readStored(req, list, req.params.id) })
  }
}

/**
 * Reads one row as its list shows it.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readRow<Row>(
  { scope }: Scope,
  list: List<Row>,
  id: string | undefined,
  fields: List["fields"] = list.fields
): Promise<Row> {
  const [row] = await listsOf(scope).readRows(list, fields, [String(id)])
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no ${list.one} ${id}.`
    )
  }
  return row as Row
}

/**
 * Reads one row with all fields that tables have.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readStored<Row, Stored extends Row>(
  { scope }: Scope,
  list: List<Row, Stored>,
  id: string | undefined
): Promise<Stored> {
  const fields = { ...list.fields, ...list.details }
  return (await readRow({ scope }, list, id, fields)) as Stored
}

/** Counts the rows that meet some filters, up to 10,000. */
export async function countRows<Row>(
  scope: MedusaContainer,
  list: List<Row>,
  where: ListRequest["where"]
): Promise<number> {
  const sort = { by: "created_at", direction: "asc" } as const
  const page = { where, sort, limit: 0, offset: 0 }
  return (await listsOf(scope).findPage(list, page)).count
}

/** Reads the newest rows that meet some filters, up to 1,000. */
export async function readNewest<Row>(
  scope: MedusaContainer,
  list: List<Row>,
  where: ListRequest["where"],
  direction: "asc" | "desc" = "desc"
): Promise<Row[]> {
  const lists = listsOf(scope)
  const sort = { by: "created_at", direction }
  const found = await lists.findNext(list, { where, sort }, null, 1_000)
  const ids = found.map(({ id }) => id)
  return (await lists.readRows(list, list.fields, ids)) as Row[]
}

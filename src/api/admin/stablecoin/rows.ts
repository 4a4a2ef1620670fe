import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import type { Page } from "../../../http-types"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type {
  ListRequest,
  Listed,
  Repository,
} from "../../../modules/stablecoin/types"
import { toListRequest } from "./list-request"

export type Row = Record<string, unknown>

/** A computed field, which is not a column itself. */
export type MadeField = {
  from: readonly string[]
  /** Computes the values of the rows, in the same order. */
  make(scope: MedusaContainer, rows: readonly Row[]): Promise<unknown[]>
}

/**
 * A table of the ledger, as Medusa's query names it, and how the admin lists
 * its rows.
 */
export type Rows<T> = {
  entity: `stablecoin_${string}`
  /** Singular name of a row, for messages. */
  one: string
  made?: Readonly<Record<string, MadeField>>
  list(repository: Repository, request: ListRequest): Promise<Listed>
  /** Type only: a row with all its fields. */
  row?: T
}

/** Lists rows like Medusa's own routes. */
export function listRows<T>(
  rows: Rows<T>,
  answer: (page: Page, rows: T[]) => Page
) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const request = await toListRequest(req)
    const { repository } = req.scope.resolve(STABLECOIN_MODULE)
    const listed = await rows.list(repository, request)
    if ("refused" in listed) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "Too many rows would have to be read for this: narrow it by created_at, or sort by created_at."
      )
    }
    const { ids, count, count_exceeded } = listed
    const { limit, offset } = request
    res.json(
      answer(
        { count, ...(count_exceeded ? { count_exceeded } : {}), offset, limit },
        await readRows(req, rows, ids, req.queryConfig.fields)
      )
    )
  }
}

/** Returns the row whose id is in the path. */
export function retrieveRow<T>(rows: Rows<T>, answer: (row: T) => object) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { fields } = req.queryConfig
    res.json(answer(await readRow(req, rows, req.params.id, fields)))
  }
}

/**
 * Reads one row with the given fields.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readRow<T>(
  req: Pick<MedusaRequest, "scope">,
  rows: Rows<T>,
  id: string | undefined,
  fields: readonly string[]
): Promise<T> {
  const [row] = await readRows(req, rows, [String(id)], fields)
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no ${rows.one} ${id}.`
    )
  }
  return row
}

/**
 * Reads rows with the given fields, in the order of the ids. Deleted rows are
 * omitted.
 */
export async function readRows<T>(
  { scope }: Pick<MedusaRequest, "scope">,
  { entity, made = {} }: Rows<T>,
  ids: readonly string[],
  fields: readonly string[]
): Promise<T[]> {
  const making = Object.entries(made).filter(([name]) => fields.includes(name))
  const columns = fields.filter((name) => !(name in made))
  const { data } = ids.length
    ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
        entity,
        fields: [
          ...new Set([
            "id",
            ...columns,
            ...making.flatMap(([, { from }]) => from),
          ]),
        ],
        filters: { id: [...ids] },
        pagination: { take: ids.length, skip: 0 },
      })
    : { data: [] }
  const byId = new Map<unknown, Row>(
    (data as Row[]).map((row) => [row.id, row])
  )
  const found = ids.flatMap<Row>((id) => byId.get(id) ?? [])
  const values = await Promise.all(
    making.map(async ([name, { make }]) => ({
      name,
      of: found.length ? await make(scope, found) : [],
    }))
  )
  return found.map(
    (row, index) =>
      Object.fromEntries([
        ...columns.map((name) => [name, row[name]]),
        ...values.map(({ name, of }) => [name, of[index]]),
      ]) as T
  )
}

/** The texts of a column, each once. */
export function idsOf(rows: readonly Row[], column: string): string[] {
  const values = rows.map((row) => row[column])
  return [...new Set(values.filter((value) => typeof value === "string"))]
}

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  BOUNDS,
  COUNTED_ROWS,
  type Field,
  type List,
  type ListRequest,
  sortOf,
} from "./list"
import { searched } from "./search"

/** The ids of a page, in order, and how many rows there are. */
export type Listed = {
  ids: string[]
  /** At most COUNTED_ROWS. */
  count: number
  /** Whether there are more rows than `count`. */
  count_exceeded: boolean
}

/** A row's place in the order of a list, with its sort key as text. */
export type Position = { id: string; key: string }

/** Finds a page of a list. No page is beyond the rows that are counted. */
export async function findPage(
  db: Knex,
  list: List,
  request: ListRequest
): Promise<Listed> {
  const { direction } = request.sort
  const { rows } = await db.raw<{ rows: { ids: string[]; count: number }[] }>(
    `WITH matching AS MATERIALIZED (?)
     SELECT (SELECT count(*)::int FROM matching) AS count, ARRAY(
       SELECT id FROM matching ORDER BY key ${direction}, id ${direction}
       LIMIT ? OFFSET ?) AS ids`,
    [
      inOrder(matching(db, list, request), request).limit(COUNTED_ROWS + 1),
      request.limit,
      request.offset,
    ]
  )
  const { ids = [], count = 0 } = rows[0] ?? {}
  return {
    ids,
    count: Math.min(count, COUNTED_ROWS),
    count_exceeded: count > COUNTED_ROWS,
  }
}

/**
 * Finds the next rows of a list of any length after a position. No transaction
 * or connection is kept between two calls, and none reads the same rows again.
 */
export async function findNext(
  db: Knex,
  list: List,
  request: Pick<ListRequest, "where" | "created_at" | "q" | "sort">,
  after: Position | null,
  limit: number
): Promise<Position[]> {
  const { by, direction } = request.sort
  const { key, type } = sortOf(list, by)
  const rows = matching(db, list, request)
  if (after) {
    rows.whereRaw(
      `(${key}, ${list.one}.id) ${direction === "asc" ? ">" : "<"} (CAST(? AS ${type}), ?)`,
      [after.key, after.id]
    )
  }
  return await inOrder(
    db
      .select("id", db.raw("CAST(key AS text) AS key"))
      .from(inOrder(rows, request).limit(limit).as("page")),
    request,
    "page.key"
  )
}

/** Reads fields of rows, in the order of their ids. */
export async function readRows<Row>(
  db: Knex,
  { one, table, joins = "" }: List,
  fields: Readonly<Record<string, Field>>,
  ids: readonly string[]
): Promise<Row[]> {
  const values = Object.entries(fields).map(
    ([name, sql]) => `${sql === true ? `${one}.${name}` : sql} AS "${name}"`
  )
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${values.join(", ")}
     FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS named (id, position)
     JOIN ${table} AS ${one} ON ${one}.id = named.id
       AND ${one}.deleted_at IS NULL ${joins}
     ORDER BY named.position`,
    [[...ids]]
  )
  return rows
}

/** The rows of a request, with their sort key. */
function matching(
  db: Knex,
  list: List,
  {
    where,
    created_at = {},
    q,
    sort,
  }: Pick<ListRequest, "where" | "created_at" | "q" | "sort">
): Knex.QueryBuilder {
  const { one, table, preset } = list
  const rows = db
    .select(`${one}.id`, db.raw(`${sortOf(list, sort.by).key} AS key`))
    .from(`${table} AS ${one}`)
    .whereNull(`${one}.deleted_at`)
  for (const [name, values] of Object.entries(where)) {
    const filter = list.filters[name]?.where ?? `${one}.${name} = ANY(:values)`
    rows.whereRaw(`(${filter})`, { values: [...values] })
  }
  for (const [bound, time] of Object.entries(created_at)) {
    const is = BOUNDS[bound as keyof typeof BOUNDS]
    rows.whereRaw(`${one}.created_at ${is} ?`, [time])
  }
  if (preset && !preset.unless.some((name) => where[name])) {
    rows.whereRaw(preset.where)
  }
  if (q) {
    rows.whereRaw(`(${list.search(q)})`, searched(q))
  }
  return rows
}

function inOrder(
  rows: Knex.QueryBuilder,
  { sort: { direction } }: Pick<ListRequest, "sort">,
  key = "key"
): Knex.QueryBuilder {
  return rows.orderBy([
    { column: key, order: direction },
    { column: "id", order: direction },
  ])
}

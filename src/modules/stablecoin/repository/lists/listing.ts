import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** More rows than these are not counted, nor paged through. */
export const COUNTED_ROWS = 10_000

/** A table as the desk lists it. Deleted rows are never shown. */
export type Listing = {
  table: string
  /** Columns of few values: rows that share all of them are a group. */
  groupColumns: readonly string[]
  /** The group of a row, as the indexes say it. */
  group: string
  /** SQL of each sort's key, never null. There is an index on (group, key, id); that of `created_at` includes the group's columns. */
  sorts: Readonly<Record<string, string>>
  /** The sort that has an index for rows of all groups too. */
  ungrouped?: string
}

/** What an admin asked of a list. */
export type ListRequest = {
  /** Values of columns, of which any may hold. */
  where: Readonly<Record<string, readonly string[]>>
  created_at?: Partial<Record<keyof typeof BOUNDS, string>>
  /** What rows are searched by. */
  names?: Names
  sort: { by: string; direction: "asc" | "desc" }
  limit: number
  /** At most COUNTED_ROWS. */
  offset: number
}

/** What an admin typed, trimmed, and what it stands for in Medusa when it is an order number. */
export type Names = {
  q: string
  order_ids: readonly string[]
  payment_collection_ids: readonly string[]
}

export type Listed =
  | {
      /** Of the rows of the page, in their order. */
      ids: string[]
      /** At most COUNTED_ROWS. */
      count: number
      /** Whether there may be more than `count`: not all were counted. */
      count_exceeded: boolean
    }
  /** It would take the reading of too many rows to say. */
  | { refused: "too_broad" }

export const BOUNDS = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const

export function isAnyOf(
  db: Knex,
  column: string,
  values: readonly string[]
): Knex.Raw {
  return db.raw("?? = ANY(?)", [column, [...values]])
}

/** The conditions of a request's dates. */
export function withinDates(
  db: Knex,
  { created_at = {} }: ListRequest
): Knex.Raw[] {
  return Object.entries(created_at).map(([bound, time]) =>
    db.raw(`created_at ${BOUNDS[bound as keyof typeof BOUNDS]} ?`, [time])
  )
}

/** The conditions of a request's columns that are among these, or are not. */
export function ofColumns(
  db: Knex,
  { where }: ListRequest,
  isAsked: (column: string) => boolean
): Knex.Raw[] {
  return Object.entries(where).flatMap(([column, values]) =>
    isAsked(column) ? [isAnyOf(db, column, values)] : []
  )
}

/** As the indexes have it: change neither without the other. chr(31) is in no value. */
export function groupOf(...columns: string[]): string {
  return columns.join(" || chr(31) || ")
}

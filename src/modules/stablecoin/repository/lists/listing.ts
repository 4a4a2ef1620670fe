import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Maximum of rows that are counted and paged through. */
export const COUNTED_ROWS = 10_000

/** A table as the admin lists it. Deleted rows are never shown. */
export type Listing = {
  table: string
  /** Columns with few values. Rows that share all of them form a group. */
  groupColumns: readonly string[]
  /** Groups to leave out unless a request filters by their column or by id. */
  unlisted?: { column: string; value: string }
  /** SQL of a row's group, exactly as in the indexes. */
  group: string
  /**
   * SQL of each sort's key, never null. Each has an index on (group, key, id).
   * The index of `created_at` includes the group's columns.
   */
  sorts: Readonly<Record<string, string>>
  /** The sort that also has an index for rows of all groups. */
  ungrouped?: string
}

/** A list request from the admin. */
export type ListRequest = {
  /** Accepted values, by column. */
  where: Readonly<Record<string, readonly string[]>>
  created_at?: Partial<Record<keyof typeof BOUNDS, string>>
  /** The search, if any. */
  names?: Names
  sort: { by: string; direction: "asc" | "desc" }
  limit: number
  /** At most COUNTED_ROWS. */
  offset: number
}

/** A request of all rows. */
export type Unpaged<Request> = Omit<Request, "limit" | "offset">

/**
 * A search text, trimmed, with what Medusa has for it: the ids of an order
 * number, or else the payments of customers whose e-mail address begins with
 * it.
 */
export type Names = {
  q: string
  order_ids: readonly string[]
  payment_collection_ids: readonly string[]
  of_customers?: Found
}

/** Rows that a search found. */
export type Found = {
  ids: string[]
  /** Whether there may be more. */
  isCutShort: boolean
}

/** Rows that both searches found. */
export function inBoth(one: Found, other: Found): Found {
  const others = new Set(other.ids)
  return {
    ids: one.ids.filter((id) => others.has(id)),
    isCutShort: one.isCutShort || other.isCutShort,
  }
}

export type Listed =
  | {
      /** Ids of the page's rows, in order. */
      ids: string[]
      /** At most COUNTED_ROWS. */
      count: number
      /**
       * Whether there may be more rows than `count`, since not all were
       * counted.
       */
      count_exceeded: boolean
    }
  /** Finding the page would read too many rows. */
  | { refused: "too_broad" }

export const BOUNDS = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const

export function isAnyOf(
  db: Knex,
  column: string,
  values: readonly string[]
): Knex.Raw {
  return db.raw("?? = ANY(?)", [column, [...values]])
}

/** Returns the conditions of a request's dates. */
export function withinDates(
  db: Knex,
  { created_at = {} }: ListRequest
): Knex.Raw[] {
  return Object.entries(created_at).map(([bound, time]) =>
    db.raw(`created_at ${BOUNDS[bound as keyof typeof BOUNDS]} ?`, [time])
  )
}

/** Returns the conditions of a request's columns that `isSelected` selects. */
export function ofColumns(
  db: Knex,
  { where }: ListRequest,
  isSelected: (column: string) => boolean
): Knex.Raw[] {
  return Object.entries(where).flatMap(([column, values]) =>
    isSelected(column) ? [isAnyOf(db, column, values)] : []
  )
}

/** Returns the condition that leaves out the groups which are not listed. */
export function withoutUnlisted(
  db: Knex,
  { unlisted }: Listing,
  { where }: Pick<ListRequest, "where">
): Knex.Raw[] {
  return unlisted && !where[unlisted.column] && !where.id
    ? [db.raw("?? <> ?", [unlisted.column, unlisted.value])]
    : []
}

/**
 * SQL of a group, as in the indexes: change both together. No value contains
 * chr(31).
 */
export function groupOf(...columns: string[]): string {
  return columns.join(" || chr(31) || ")
}

import { unpaidSql } from "../medusa/serving-order"
import { TABLE } from "../tables"

/** Maximum of rows that are counted and paged through. */
export const COUNTED_ROWS = 10_000

/** SQL of a value. True: the row's column of the same name. */
export type Field = string | true

/** Fields of a row's type. A forgotten one is a type error. */
export type Fields<Row> = Readonly<Record<keyof Row & string, Field>>

type Anything = Record<never, never>

/** A parameter that rows are filtered by. */
export type Filter = {
  /** The values that it accepts. Absent: any text. */
  values?: readonly string[]
  /**
   * SQL of the rows that match. `:values` are those requested. Default: the
   * column of the same name has one of them.
   */
  where?: string
}

/** An order of rows. */
export type Sort = {
  /** SQL of the key, never null, as in the list's index of this sort. */
  key: string
  /** PostgreSQL's type of the key. */
  type: string
}

/**
 * A list of the admin: its answers, its filters, its search and its file all
 * follow from this. Deleted rows are never listed.
 */
export type List<Row = Anything, Stored extends Row = Row> = {
  /** The row's name in messages, and its alias in SQL. */
  one: string
  /** The rows' name in answers and files. */
  many: string
  table: string
  /** SQL that joins the other tables that fields are read from. */
  joins?: string
  fields: Fields<Row>
  /** Further fields of a single row. */
  details: Fields<Omit<Stored, keyof Row>>
  filters: Readonly<Record<string, Filter>>
  /** SQL of the rows that are listed even without any of some filters. */
  preset?: { unless: readonly string[]; where: string }
  /** The order of a request that names none. Absent: newest first. */
  order?: string
  /** Further sorts: every list has `created_at`. */
  sorts?: Readonly<Record<string, Sort>>
  /** SQL of the rows that a text finds, with the values of `searched`. */
  search(text: string): string
  /** Columns of the exported file, as heading and SQL. */
  csv?: Readonly<Record<string, string>>
}

/** A list request from the admin. */
export type ListRequest = {
  /** Requested values, by filter. */
  where: Readonly<Record<string, readonly string[]>>
  created_at?: Partial<Record<keyof typeof BOUNDS, string>>
  /** The search text, trimmed. */
  q?: string
  sort: { by: string; direction: "asc" | "desc" }
  limit: number
  /** At most COUNTED_ROWS. */
  offset: number
}

export const BOUNDS = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const

/** The sort of a request; rows are sorted by id where its keys are the same. */
export function sortOf({ one, sorts }: List, by: string): Sort {
  return sorts?.[by] ?? { key: `${one}.created_at`, type: "timestamptz" }
}

/** SQL of a list of texts of the code. */
export function inSql(texts: readonly string[]): string {
  return `(${texts.map((text) => `'${text}'`).join(", ")})`
}

/** SQL of a time in JSON, as ISO 8601 in UTC. */
export function isoSql(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** SQL of an exact decimal with two digits or more, as text. */
export function decimalSql(sql: string): string {
  return `CAST(${sql} + 0.00 AS text)`
}

/** SQL of an order as a reference, or null. The parameter is its alias. */
export function orderSql(order: string): string {
  return `CASE WHEN ${order}.id IS NOT NULL THEN jsonb_build_object(
    'id', ${order}.id, 'display_id', ${order}.display_id) END`
}

/** Whose the order is now, or else the cart, or else who started it. */
export const CUSTOMER_ID =
  'COALESCE("order".customer_id, cart.customer_id, payment.customer_id)'

/**
 * SQL that joins what Medusa has for the row `payment`. Its order is the
 * recorded one, or else the one linked to its collection, since a payment
 * records its order when it is paid.
 */
export const OF_MEDUSA = `
  LEFT JOIN "order" ON "order".deleted_at IS NULL
    AND "order".id = COALESCE(payment.order_id, (
      SELECT link.order_id FROM order_payment_collection AS link
      WHERE link.payment_collection_id = payment.payment_collection_id
        AND link.deleted_at IS NULL LIMIT 1))
  LEFT JOIN cart ON cart.id = payment.cart_id
  LEFT JOIN customer ON customer.id = ${CUSTOMER_ID}
    AND customer.deleted_at IS NULL`

/** The order of the row `payment`. */
export const ORDER = orderSql('"order"')

/** The amount that the order of the row `payment` lacks, or null. */
export const ORDER_MISSING = `(SELECT CAST(round(${unpaidSql("own.id")}, 2) AS text)
  FROM (SELECT "order".id AS id) AS own WHERE own.id IS NOT NULL)`

/** The customer, or the cart's e-mail address where there is no customer. */
export const CUSTOMER = `CASE
  WHEN customer.id IS NOT NULL
    THEN jsonb_build_object('id', customer.id, 'email', customer.email)
  WHEN cart.email IS NOT NULL
    THEN jsonb_build_object('id', NULL, 'email', cart.email) END`

export const ORDER_NUMBER = '"order".display_id'

export const CUSTOMER_EMAIL = "COALESCE(customer.email, cart.email)"

/** SQL of a value of the quote that a payment's amount follows from. */
export const quoted = (value: string) =>
  `(SELECT ${value} FROM ${TABLE.quote} WHERE id = payment.quote_id)`
export const RATE = quoted("rate")

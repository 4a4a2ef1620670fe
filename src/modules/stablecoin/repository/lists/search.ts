import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { COUNTED_ROWS, type Found, isAnyOf, type Names } from "./listing"
import { throughIndexes } from "./through-indexes"

/** Maximum of rows that a search finds: more is not worth reading. */
export const FOUND_ROWS = 1_000

/** Where a search looks: columns and expressions, each with an index. */
type Source = {
  table: string
  /** The column to select. */
  select?: string
  /** Names that are stored in one case. */
  exact: readonly string[]
  /** Hexadecimal texts in any case: expressions of `lower`. */
  folded: readonly string[]
}

const OF_PAYMENT: Source = {
  table: TABLE.payment,
  exact: [
    "id",
    "session_id",
    "payment_collection_id",
    "cart_id",
    "order_id",
    "customer_id",
    "reference",
  ],
  folded: ["lower(tx_hash)", "lower(destination_address)"],
}

/** A transfer that an exception reports, such as a second one. */
const REPORTED_TRANSFER = "lower(details ->> 'tx_hash')"

const OF_EXCEPTION: Source = {
  table: TABLE.exception,
  exact: ["id", "webhook_event_id"],
  folded: [REPORTED_TRANSFER],
}

const OF_REFUND: Source = {
  table: TABLE.refund,
  exact: ["id", "medusa_refund_id", "exception_id", "order_id"],
  folded: ["lower(tx_hash)", "lower(refund_to)"],
}

const OF_DEPOSIT: Source = {
  table: TABLE.deposit,
  exact: ["id"],
  // Stored in lower case.
  folded: ["tx_hash", "sender", "destination_address"],
}

/**
 * Finds payments by the beginning of any name that the admin shows: an id, the
 * reference, a hash or an address. An order number finds the payments of its
 * order, and the beginning of an e-mail address those of its customers.
 */
export async function findPayments(db: Knex, names: Names): Promise<Found> {
  return await throughIndexes(db, async (trx) => {
    const { q, order_ids, payment_collection_ids, of_customers } = names
    // The gateway's ids are hexadecimal. The contract fixes no case.
    const spellings = [...new Set([q, q.toLowerCase(), q.toUpperCase()])]
    return await findIds(
      trx,
      [
        ...whole(trx, "order_id", order_ids),
        ...whole(trx, "payment_collection_id", payment_collection_ids),
        ...whole(trx, "id", of_customers?.ids ?? []),
        ...beginning(trx, OF_PAYMENT, names),
        ...spellings.map((each) =>
          starting(trx, OF_PAYMENT, "gateway_id", { ...names, q: each })
        ),
        starting(
          trx,
          { ...OF_EXCEPTION, select: "payment_id" },
          REPORTED_TRANSFER,
          { ...names, q: q.toLowerCase() }
        ).whereNotNull("payment_id"),
      ],
      of_customers?.isCutShort
    )
  })
}

/** Finds exceptions by their own names, and those of their payment. */
export async function findExceptions(db: Knex, names: Names): Promise<Found> {
  return await findWithPayments(db, OF_EXCEPTION, names)
}

/** Finds refunds by their own names, and those of their payment. */
export async function findRefunds(db: Knex, names: Names): Promise<Found> {
  return await findWithPayments(db, OF_REFUND, names)
}

/** Finds deposits by their own names, and those of their payment. */
export async function findDeposits(db: Knex, names: Names): Promise<Found> {
  return await findWithPayments(db, OF_DEPOSIT, names)
}

/** Texts of rows that need the merchant. */
export type WordSource = {
  table: string
  /** The status of such rows. */
  open: string
  texts: readonly string[]
}

/**
 * Finds rows by a part of their texts. No index leads to a part, so that only
 * the newest open rows are read: as many as merchants can resolve.
 */
export async function findWords(
  db: Knex,
  { table, open, texts }: WordSource,
  q: string
): Promise<Found> {
  const part = `%${escapePattern(q)}%`
  return await throughIndexes(db, async (trx) => {
    const read = trx(table)
      .select("id", ...texts)
      .where({ status: open, deleted_at: null })
      .orderBy("created_at", "desc")
      .limit(COUNTED_ROWS)
    return await findIds(trx, [
      trx
        .select("id")
        .from(read.as("newest"))
        .where((rows) =>
          texts.forEach(
            (text) => void rows.orWhereRaw("?? ILIKE ?", [text, part])
          )
        ),
    ])
  })
}

/** Escapes what LIKE treats as a pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&")
}

async function findWithPayments(
  db: Knex,
  source: Source,
  names: Names
): Promise<Found> {
  const payments = await findPayments(db, names)
  return await throughIndexes(
    db,
    async (trx) =>
      await findIds(
        trx,
        [
          ...beginning(trx, source, names),
          trx(source.table)
            .select("id")
            .whereNull("deleted_at")
            .whereRaw(isAnyOf(trx, "payment_id", payments.ids))
            .limit(FOUND_ROWS + 1),
        ],
        payments.isCutShort
      )
  )
}

/** The first rows of all sources, each row once. */
async function findIds(
  db: Knex,
  sources: readonly Knex.QueryBuilder[],
  isCutShort = false
): Promise<Found> {
  const rows: { id: string }[] = await db
    .select("id")
    .from(db.unionAll([...sources], true).as("found"))
    .limit(FOUND_ROWS + 1)
  const ids = [...new Set(rows.map(({ id }) => id))]
  return {
    ids: ids.slice(0, FOUND_ROWS),
    isCutShort: isCutShort || rows.length > FOUND_ROWS,
  }
}

function beginning(
  db: Knex,
  source: Source,
  names: Names
): Knex.QueryBuilder[] {
  const folded = { ...names, q: names.q.toLowerCase() }
  return [
    ...source.exact.map((name) => starting(db, source, name, names)),
    ...source.folded.map((name) => starting(db, source, name, folded)),
  ]
}

/**
 * Rows whose name starts with the text, or equals it if it is the number of an
 * order: few ids are meant by "12". Read backwards, since ids grow with time.
 */
function starting(
  db: Knex,
  { table, select = "id" }: Source,
  name: string,
  { q, order_ids }: Names
): Knex.QueryBuilder {
  const rows = db(table)
    .select(db.raw("?? AS id", [select]))
    .whereNull("deleted_at")
    .limit(FOUND_ROWS + 1)
  return order_ids.length
    ? rows.whereRaw(`${name} = ?`, [q])
    : rows
        .whereRaw(`${name} LIKE ?`, [`${escapePattern(q)}%`])
        .orderByRaw(`${name} USING ~>~`)
}

/** Payments with one of the ids, if there are any. */
function whole(
  db: Knex,
  column: string,
  ids: readonly string[]
): Knex.QueryBuilder[] {
  return ids.length
    ? [
        db(TABLE.payment)
          .select("id")
          .whereNull("deleted_at")
          .whereRaw(isAnyOf(db, column, ids))
          .limit(FOUND_ROWS + 1),
      ]
    : []
}

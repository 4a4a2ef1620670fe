import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import {
  fillMerchantWork,
  fillLedger,
  fillTable,
  serial,
} from "../harness/postgres/big-ledger"
import {
  type Repository,
  repositoryOf,
} from "../../src/modules/stablecoin/repository"

/** A ledger with a number of payments, and Medusa's rows for them. */
export type Ledger = {
  rows: number
  repository: Repository
  close(): Promise<void>
}

/** Number of due payments in each ledger. */
export const DUE = 100

const PAID = "FROM stablecoin_payment WHERE status = 'paid'"
const ALL = "FROM stablecoin_payment"
/** One deposit in a thousand still has money left. */
const ALLOCATED =
  "CASE WHEN id LIKE '%777' THEN 0.01 ELSE CAST(amount AS numeric) END"
const AMOUNT = "cart_amount::numeric, jsonb_build_object('value', cart_amount)"

/**
 * Medusa's rows and the ledger's facts for each payment, filled from its rows.
 */
const RELATED_ROWS: Record<string, string> = {
  stablecoin_fact: `(id, payment_id, kind, source, status_before, status_after)
    SELECT 'stfact_' || id, id, 'paid', 'webhook', 'pending', 'paid' ${PAID}`,
  stablecoin_deposit: `(id, payment_id, rail, mode, amount, allocated, currency,
      chain, tx_hash, arrived_at, created_at)
    SELECT 'stdep_' || id, id, rail, mode, amount, ${ALLOCATED}, currency, chain,
      tx_hash, paid_at, paid_at ${PAID}`,
  stablecoin_allocation: `(id, deposit_id, kind, amount)
    SELECT 'stall_' || id, 'stdep_' || id, 'capture',
      CAST(${ALLOCATED} AS text) ${PAID}`,
  payment_collection: `(id, currency_code, amount, raw_amount, status)
    SELECT payment_collection_id, 'usd', ${AMOUNT},
      CASE status WHEN 'paid' THEN 'completed' ELSE 'not_paid' END ${ALL}`,
  payment_session: `(id, currency_code, amount, raw_amount, provider_id, data,
      status, payment_collection_id)
    SELECT session_id, 'usd', ${AMOUNT}, provider_id, '{}',
      CASE status WHEN 'paid' THEN 'captured' ELSE 'pending' END,
      payment_collection_id ${ALL}`,
  payment: `(id, currency_code, amount, raw_amount, provider_id, captured_at,
      payment_collection_id, payment_session_id)
    SELECT 'pay_' || id, 'usd', ${AMOUNT}, provider_id, paid_at,
      payment_collection_id, session_id ${PAID}`,
  capture: `(id, amount, raw_amount, payment_id)
    SELECT 'capt_' || id, ${AMOUNT}, 'pay_' || id ${PAID}`,
  cart_payment_collection: `(id, cart_id, payment_collection_id)
    SELECT 'capaycol_' || id, cart_id, payment_collection_id ${ALL}`,
  customer: `(id, email) SELECT customer_id, customer_id || '@example.com' ${ALL}`,
  cart: `(id, customer_id, currency_code) SELECT cart_id, customer_id, 'usd' ${ALL}`,
  order: `(id, customer_id, currency_code) SELECT order_id, customer_id, 'usd' ${PAID}`,
  order_summary: `(id, order_id, totals)
    SELECT 'ordsum_' || order_id, order_id,
      jsonb_build_object('current_order_total', cart_amount) ${PAID}`,
  order_payment_collection: `(id, order_id, payment_collection_id)
    SELECT 'ordpay_' || id, order_id, payment_collection_id ${PAID}`,
}

/** Tables that are read but stay empty: few payments have rows in them. */
const EMPTY = [
  "refund",
  "refund_reason",
  "order_transaction",
  "stablecoin_quote",
]

/** Exceptions and refunds for the merchant, in each ledger. */
const OPEN_ITEMS = 100

/**
 * Creates a ledger in its own schema, with the tables and indexes of the
 * store's database. Tables that are only read are unlogged.
 */
export async function openLedger(
  databaseUrl: string,
  rows: number
): Promise<Ledger> {
  const schema = `rows_${rows}`
  const db = createPgConnection({ clientUrl: databaseUrl, schema }) as Knex
  const close = async (): Promise<void> => {
    await db.raw("DROP SCHEMA IF EXISTS ?? CASCADE", [schema])
    await db.destroy()
  }
  const copy = async (table: string, kind = "UNLOGGED"): Promise<void> => {
    await db.raw(`CREATE ${kind} TABLE ?? (LIKE ?? INCLUDING ALL)`, [
      table,
      `public.${table}`,
    ])
  }
  try {
    await db.raw("CREATE SCHEMA ??", [schema])
    await copy("stablecoin_payment", "")
    await copy("stablecoin_schedule", "")
    const ours = [
      "stablecoin_exception",
      "stablecoin_refund",
      "stablecoin_webhook_event",
    ]
    for (const table of [...Object.keys(RELATED_ROWS), ...ours, ...EMPTY]) {
      await copy(table)
    }
    await fillLedger(db, rows)
    for (const [table, insert] of Object.entries(RELATED_ROWS)) {
      await fillTable(db, table, `INSERT INTO "${table}" ${insert}`)
    }
    await fillMerchantWork(db, rows, rows / OPEN_ITEMS)
    const due = Array.from(
      { length: DUE },
      (_, i) => `stpay_${serial((i * rows) / DUE + 1)}`
    )
    await db("stablecoin_payment")
      .whereIn("id", due)
      .update({ status: "pending" })
    await db("stablecoin_schedule")
      .whereIn("payment_id", due)
      .update({ next_reconcile_at: new Date(0) })
    return { rows, repository: repositoryOf(db), close }
  } catch (error) {
    await close()
    throw error
  }
}

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { nameOf, type StoredProblem } from "../../../src/ledger"
import type { TestStore } from "./store"

type Row = Record<string, unknown>

/**
 * Every row of the plugin's tables, by table, in the order of their ids.
 * Schedules are left out: they don't concern money, and the job changes them at
 * any time.
 */
export type Ledger = Record<(typeof TABLES)[number], Row[]>

const TABLES = [
  "stablecoin_payment",
  "stablecoin_webhook_event",
  "stablecoin_fact",
  "stablecoin_deposit",
  "stablecoin_exception",
  "stablecoin_refund",
  "stablecoin_account",
  "stablecoin_setting",
] as const

/** The store's own database connection. */
export function databaseOf(store: TestStore): Knex {
  return store.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
}

/**
 * Reads the whole ledger from the database, to compare it before and after.
 * Leaves out what is noted in the background: the modes that the gateway
 * reported, and unverified webhooks.
 */
export async function readLedger(store: TestStore): Promise<Ledger> {
  const db = databaseOf(store)
  const tables = await Promise.all(
    TABLES.map(async (table) => {
      const rows: Row[] = await db(table).select("*").orderBy("id")
      const others = rows.filter(({ signature }) => !signature)
      return [table, others.map(withoutMode)] as const
    })
  )
  return Object.fromEntries(tables) as Ledger
}

/** An account without what is noted in the background. */
function withoutMode(row: Row): Row {
  return "sandbox" in row
    ? { ...row, mode: null, sandbox: null, updated_at: null }
    : row
}

/** The ledger's row of a payment. */
export async function readPayment(store: TestStore, id: string): Promise<Row> {
  const { stablecoin_payment } = await readLedger(store)
  const row = stablecoin_payment.find((payment) => payment.id === id)
  if (!row) {
    throw new Error(`The ledger has no payment ${id}.`)
  }
  return row
}

/** The kinds of the open exceptions. */
export async function openExceptions(store: TestStore): Promise<unknown[]> {
  const { stablecoin_exception } = await readLedger(store)
  return stablecoin_exception
    .filter(({ status }) => status === "open")
    .map((row) => nameOf(row as StoredProblem))
}

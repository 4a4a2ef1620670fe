import { databaseOf } from "./ledger"
import type { TestStore } from "./store"

/**
 * Inserts a refund of 6.25 of Medusa's, as if a process had died before it was
 * in the ledger.
 */
export async function insertLostRefund(
  store: TestStore,
  payment_id: string
): Promise<void> {
  const created_at = new Date(Date.now() - 10 * 60_000)
  await databaseOf(store)("refund").insert({
    id: "ref_lost",
    payment_id,
    amount: 6.25,
    raw_amount: JSON.stringify({ value: "6.25", precision: 20 }),
    created_at,
    updated_at: created_at,
  })
}

/**
 * Inserts a deposit of 25.00 that nothing uses, and dates all others as old and
 * live too. @returns its id
 */
export async function insertLostDeposit(store: TestStore): Promise<string> {
  const db = databaseOf(store)
  const epoch = new Date(0)
  const old = { created_at: epoch, updated_at: epoch }
  await db("stablecoin_deposit").update({ ...old, mode: "live" })
  await db("stablecoin_allocation").update(old)
  await db("stablecoin_deposit").insert({
    ...old,
    id: "stdep_lost",
    rail: "onchain",
    amount: "25.00",
    currency: "USDT",
    chain: "POLYGON",
    gateway_reference: "stdep_lost",
    arrived_at: epoch,
    confirmed_at: epoch,
  })
  return "stdep_lost"
}

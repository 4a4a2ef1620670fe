import readChainsJob from "../../../src/jobs/read-chains"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import type { Chain } from "../../../src/gateway"
import type { Proof, ProofStatus } from "../../../src/ledger"
import { idle } from "./idle"
import { databaseOf, readPayment } from "./ledger"
import { readMedusaState } from "./medusa-state"
import type { OpenPayment } from "./open-payment"
import { reconciliationsEnded } from "./later"
import { schedules } from "./schedule"
import { storeTest, type TestStore } from "./store"

/** The networks that `blockchainTest` reads. */
export const CHAINS = ["POLYGON", "BASE", "BSC"] as const

/**
 * A store that reads networks, each of whose payments has its own address. The
 * files of integration-tests/http/configured/blockchain share one.
 */
export function blockchainTest(tests: (store: TestStore) => void): void {
  storeTest({ chains: CHAINS, sandbox: { uniqueDestinations: true }, tests })
}

/** A payment as the gateway, the chain and Medusa have it. */
export type Records = {
  status: unknown
  proof_status: ProofStatus | null
  proof: Proof | null
  orders: number
  captures: number[]
}

/** Runs the job that reads the chains, and what follows from it. */
export async function readChains(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  await idle()
  for (const table of ["stablecoin_payment", "stablecoin_refund"]) {
    await databaseOf(store)(table)
      .whereNotNull("prove_at")
      .update({ prove_at: new Date() })
  }
  await readChainsJob(store.container)
  await idle()
}

/** Lets each block of a chain be an hour older, and mines the next one now. */
export function passAnHour({ sandbox }: TestStore, name: Chain) {
  sandbox.chain(name).age(3600)
  sandbox.chain(name).mine()
}

/**
 * Reconciles all payments that are still reconciled, due or not. A held payment
 * stays scheduled, so `later` would wait for it.
 */
export async function reconcileAll(store: TestStore): Promise<void> {
  await schedules(databaseOf(store))
    .whereNotNull("next_reconcile_at")
    .update({ next_reconcile_at: new Date() })
  await reconcilePaymentsJob(store.container)
  await reconciliationsEnded(store)
  await idle()
}

export async function readRecords(
  store: TestStore,
  { id, cart }: OpenPayment
): Promise<Records> {
  await store.sandbox.settled()
  await idle()
  const [row, medusa] = await Promise.all([
    readPayment(store, id),
    readMedusaState(store, cart),
  ])
  return {
    status: row.status,
    proof_status: row.proof_status as ProofStatus | null,
    proof: row.proof as Proof | null,
    orders: medusa.orders.length,
    captures: medusa.captures,
  }
}

/**
 * Reads the chains, and matches what was seen with payments as if a minute had
 * passed.
 */
export async function seeTransfers(store: TestStore): Promise<void> {
  await readChains(store)
  const before = new Date(Date.now() - 120_000)
  await databaseOf(store)("stablecoin_deposit")
    .whereNull("matched_at")
    .update({ arrived_at: before })
  await readChains(store)
}

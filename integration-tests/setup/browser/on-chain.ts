import { randomBytes } from "node:crypto"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { waitFor } from "../../../tools/harness/wait-for"
import type { AdminPaymentResponse } from "../../../src/http-types"
import {
  type Proof,
  type SeenFact,
  type SeenTransfer,
  transferException,
} from "../../../src/ledger"
import type { AdminApi } from "./admin-api"
import { type AdminStore, READ_CHAINS } from "./facts"
import { control, ordered, type Purchase, startPayment } from "./purchases"

/** Buys with the transfer that the payment asks for. */
export async function buyOnChain(
  store: AdminStore,
  api: AdminApi
): Promise<Purchase> {
  const { payment_id } = await startPayment(store, "onchain")
  await control(store, "pay", { orderNo: payment_id })
  return await ordered(api, payment_id)
}

/** Buys with one cent, which the gateway reports as the whole amount. */
export async function buyWithLie(
  store: AdminStore,
  api: AdminApi
): Promise<Purchase> {
  const { payment_id } = await startPayment(store, "onchain")
  await control(store, "fault", { kind: "unchecked_confirmation" })
  await control(store, "pay", {
    orderNo: payment_id,
    amount: "0.01",
  })
  return await ordered(api, payment_id)
}

/** Runs the job that reads the chains, until it has read a payment's. */
export async function prove(
  store: AdminStore,
  api: AdminApi,
  { payment_id }: Purchase
): Promise<void> {
  await waitFor("the network's answer", async () => {
    await fetch(`${store.url}${READ_CHAINS}`, { method: "POST" })
    const { payment } = await api.get<AdminPaymentResponse>(
      `/admin/stablecoin/payments/${payment_id}`
    )
    return payment.proof_status
  })
}

/**
 * Starts a payment whose buyer sends the coins on another network. The job
 * would take minutes to see that, so it is recorded as the job does.
 */
export async function seeTransfer(
  store: AdminStore
): Promise<{ payment_id: string }> {
  const { payment_id } = await startPayment(store, "onchain")
  await withDatabase(store, async (db) => {
    const payment = await db("stablecoin_payment")
      .where({ id: payment_id })
      .first()
    const transfer: SeenTransfer = {
      chain: "BSC",
      tx_hash: `0x${randomBytes(32).toString("hex")}`,
      log_index: 3,
      currency: "USDT",
      amount: "12.50",
      sender: `0x${"12".repeat(20)}`,
      destination_address: String(payment.destination_address).toLowerCase(),
      block_number: 1234,
      arrived_at: new Date(),
    }
    const { kind, ...fact }: SeenFact = {
      kind: "seen",
      as: "network",
      transfer,
      deposit_id: `stdep_${payment_id}`,
    }
    await db("stablecoin_deposit").insert({
      id: fact.deposit_id,
      payment_id,
      rail: "onchain",
      ...transfer,
      shown: { amount: transfer.amount, currency: transfer.currency },
      seen_at: new Date(),
      matched_at: new Date(),
    })
    await db("stablecoin_fact").insert({
      id: `stfact_${payment_id}`,
      payment_id,
      kind,
      source: "chain",
      status_before: "pending",
      status_after: "pending",
      details: JSON.stringify(fact),
    })
    const exception = transferException(
      transfer,
      fact.as,
      payment,
      fact.deposit_id
    )
    await db("stablecoin_exception").insert({
      ...exception,
      id: `stexc_${payment_id}`,
      payment_id,
      details: JSON.stringify(exception.details),
    })
  })
  return { payment_id }
}

/** Records that the network contradicts a payment after its capture. */
export async function contradictPayment(
  store: AdminStore,
  { payment_id }: Pick<Purchase, "payment_id">
): Promise<void> {
  const proof: Proof = {
    tx_hash: `0x${"cd".repeat(32)}`,
    reason: "wrong_amount",
    sender: null,
    log_index: null,
    block_number: 1234,
    block_hash: `0x${"ef".repeat(32)}`,
    block_time: new Date().toISOString(),
    is_final: true,
    found_instead: `12.49 USDT → 0x${"12".repeat(20)}`,
    since: new Date().toISOString(),
  }
  await withDatabase(store, async (db) => {
    await db("stablecoin_payment")
      .where({ id: payment_id })
      .update({
        proof_status: "contradicted",
        proof: JSON.stringify(proof),
        prove_at: null,
      })
  })
}

/** The network shows less of a payment's money than the gateway reported. */
export async function showLess(
  store: AdminStore,
  payment_id: string,
  amount: string
): Promise<void> {
  await withDatabase(store, async (db) => {
    await db("stablecoin_deposit")
      .where({ payment_id })
      .update({ shown: { amount, currency: "USDT" } })
  })
}

/** Runs queries on the database of a store. */
export async function withDatabase(
  { databaseUrl }: Pick<AdminStore, "databaseUrl">,
  run: (db: Knex) => Promise<void>
): Promise<void> {
  const db = ModulesSdkUtils.createPgConnection({
    clientUrl: databaseUrl,
  }) as Knex
  try {
    await run(db)
  } finally {
    await db.destroy()
  }
}

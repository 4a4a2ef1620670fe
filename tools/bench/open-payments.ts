import { PROVIDERS } from "../harness/shop/names"
import { Shopper } from "../harness/shop/shopper"
import { BusinessOrderClient } from "../../src/gateway"
import { mapConcurrent } from "../../src/shared/map-concurrent"
import type { BuiltStore } from "../harness/built-store/built-store"
import { copyPayment, MARK } from "./copy-payment"

/** Payments that are open at the gateway and in the ledger. */
export type OpenPayments = {
  /** Makes the next pass reconcile all of them. */
  makeDue(): Promise<void>
  /**
   * Their orders that the gateway received reads for, once per read. It keeps
   * its last 5,000 requests.
   */
  read(): string[]
  /** Removes them from the ledger and from Medusa's tables. */
  remove(): Promise<void>
}

type OriginalPayment = {
  id: string
  amount: string
  currency: string
  chain: string
}

const CONCURRENCY = 20
const OURS = `id LIKE '%${MARK}%'`

/**
 * Creates one payment as a buyer does. The others have their own gateway
 * orders, with rows copied from the first one.
 */
export async function openPayments(
  store: BuiltStore,
  count: number
): Promise<OpenPayments> {
  const { db, sandbox } = store
  const shopper = new Shopper(store.url, store.seeded)
  const cart = await shopper.fillCart()
  const session = await shopper.startSession(cart, PROVIDERS.onchain)
  await sandbox.settled()
  await store.call("idle")
  const original = await db.one<OriginalPayment>(
    "SELECT id, amount, currency, chain FROM stablecoin_payment WHERE session_id = $1",
    [session.id]
  )
  const orders = await createOrders(store, original, count)
  await copyPayment(db, original.id, orders)
  await db.query(
    `INSERT INTO stablecoin_schedule (payment_id)
     SELECT id FROM stablecoin_payment WHERE ${OURS}`
  )
  // As autovacuum does within a minute.
  await db.query(
    "ANALYZE stablecoin_payment, stablecoin_schedule, payment_session, payment_collection"
  )
  // The first payment is not reconciled: its order is not counted.
  await db.query(
    "UPDATE stablecoin_schedule SET next_reconcile_at = NULL WHERE payment_id = $1",
    [original.id]
  )
  const ours = new Set(orders)
  return {
    makeDue: async () => {
      await db.query(
        `UPDATE stablecoin_payment SET expires_at = now() + interval '1 day'
         WHERE ${OURS}`
      )
      await db.query(
        `UPDATE stablecoin_schedule
         SET next_reconcile_at = date_trunc('milliseconds', now()), reconcile_attempts = 0
         WHERE payment_id LIKE '%${MARK}%'`
      )
    },
    read: () =>
      sandbox
        .requests({ api: "business", endpoint: "get" })
        .map(({ path }) => path.split("/").at(-1) ?? "")
        .filter((order) => ours.has(order)),
    remove: async () => {
      for (const table of [
        "stablecoin_payment",
        "payment_session",
        "payment_collection",
      ]) {
        await db.query(`DELETE FROM ${table} WHERE ${OURS}`)
      }
    },
  }
}

/** @returns their ids */
async function createOrders(
  { sandbox }: BuiltStore,
  { id, amount, currency, chain }: OriginalPayment,
  count: number
): Promise<string[]> {
  const { clientId, clientSecret } = sandbox.credentials.onchain
  const client = new BusinessOrderClient({
    baseUrl: sandbox.urls.business,
    clientId,
    clientSecret,
  })
  try {
    return await mapConcurrent(
      Array.from({ length: count }, (_, i) => `${id}${MARK}${i}`),
      CONCURRENCY,
      async (orderNo) => {
        const { order_id } = await client.createOrder({
          amount,
          currency,
          chain,
          orderNo,
        })
        return order_id
      }
    )
  } finally {
    await client.close()
  }
}

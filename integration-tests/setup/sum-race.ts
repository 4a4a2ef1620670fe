import { setTimeout } from "node:timers/promises"
import { PROVIDERS } from "../../demo/seed-store"
import { toMinorUnits } from "../../src/ledger"
import { databaseOf } from "./ledger"
import { setQuantity } from "./set-quantity"
import { settled } from "./settled"
import type { TestStore } from "./store"

/** Carts that are raced for side by side. */
const AT_ONCE = 4
/** The change comes so much later than the start, or earlier: all of the overlap is swept. */
const SWEPT_MS = 40

type Collection = {
  collection_id: string
  amount: string
  taken: string
  order_id: string | null
}

/**
 * Starts a payment of a cart while its quantity changes, over and over. What
 * was started is paid at the gateway, and the buyer completes the cart.
 *
 * @returns how many sessions kept another sum than their collection
 */
export async function raceSums(
  store: TestStore,
  tries: number,
  when: "paid first" | "ordered first"
): Promise<number> {
  const numbers = Array.from({ length: tries }, (_, index) => index)
  const race = async (): Promise<void> => {
    for (let each = numbers.pop(); each !== undefined; each = numbers.pop()) {
      await raceOnce(store, (each % SWEPT_MS) - SWEPT_MS / 4, when)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, race))
  const stale = await countStale(store)
  await settled(store)
  return stale
}

async function raceOnce(
  store: TestStore,
  lateBy: number,
  when: "paid first" | "ordered first"
): Promise<void> {
  const cart = await store.shopper.fillCart()
  const [started] = await Promise.all([
    after(-lateBy, () =>
      store.shopper.tryStartSession(cart, PROVIDERS.onchain)
    ),
    after(lateBy, () => setQuantity(store, cart.id, 2)),
  ])
  const [session] = started.body.payment_collection?.payment_sessions ?? []
  const pay = async (): Promise<void> => {
    if (session) {
      await store.sandbox.pay({ orderNo: String(session.data.payment_id) })
    }
  }
  if (when === "ordered first") {
    await store.shopper.complete(cart)
    await pay()
  } else {
    await pay()
    await store.shopper.complete(cart)
  }
}

async function after<T>(ms: number, run: () => Promise<T>): Promise<T> {
  // The race is swept by the clock: there is no event to wait for.
  await setTimeout(Math.max(0, ms))
  return await run()
}

async function countStale(store: TestStore): Promise<number> {
  const { rows } = await databaseOf(store).raw<{ rows: unknown[] }>(
    `SELECT session.id FROM payment_session AS session
     JOIN payment_collection AS collection
       ON collection.id = session.payment_collection_id
     WHERE session.deleted_at IS NULL
       AND session.amount <> collection.amount`
  )
  return rows.length
}

/** Orders that stand on less than their collection asks for, of whose payments none has an open exception. */
export async function unnoticedDebts(store: TestStore): Promise<Collection[]> {
  const { rows } = await databaseOf(store).raw<{ rows: Collection[] }>(
    `SELECT collection.id AS collection_id, collection.amount::text AS amount,
       link.order_id,
       (SELECT COALESCE(SUM(capture.amount), 0)::text FROM payment
         JOIN capture ON capture.payment_id = payment.id
         WHERE payment.payment_collection_id = collection.id) AS taken
     FROM payment_collection AS collection
     JOIN order_payment_collection AS link
       ON link.payment_collection_id = collection.id
     WHERE NOT EXISTS (
       SELECT FROM stablecoin_exception AS exception
       JOIN stablecoin_payment AS payment ON payment.id = exception.payment_id
       WHERE payment.payment_collection_id = collection.id
         AND exception.status = 'open')`
  )
  return rows.filter(({ amount, taken }) => {
    const [asked, had] = [toMinorUnits(amount), toMinorUnits(taken)]
    // An order that waits for all of its money is not one that was paid too little.
    return had > 0n && asked > had
  })
}

import { setTimeout } from "node:timers/promises"
import { PROVIDERS } from "../../../harness/store/seed"
import type { Cart } from "../../../harness/shop/shopper"
import { toMinorUnits } from "../../../src/ledger"
import { databaseOf } from "./ledger"
import { placeOrder } from "./place-order"
import { setQuantity } from "./set-quantity"
import { settled } from "./settled"
import type { TestStore } from "./store"

/** Carts that race concurrently. */
const AT_ONCE = 2
/** Starts that overlap with one change. Each start is a try. */
const STARTS = 4
/**
 * Range by which the change is earlier or later than a start, swept to cover
 * the whole overlap.
 */
const SWEPT_MS = 40
/** Pays for one in this many edited orders. */
const PAID_EVERY = 3

type Collection = {
  collection_id: string
  amount: string
  captured: string
  order_id: string | null
}

/**
 * Starts payments of a cart while its quantity changes, over and over. Sessions
 * that keep the old amount are paid at the gateway, and their buyer completes
 * the cart.
 *
 * @param tries starts that overlap with a change
 * @returns how many kept the old amount
 */
export async function raceAmounts(
  store: TestStore,
  tries: number,
  when: "paid first" | "ordered first"
): Promise<number> {
  let stale = 0
  await race(tries, async (next) => {
    let cart = await store.shopper.fillCart()
    for (let each = next(); each !== undefined; each = next()) {
      const starts = await sweep(
        each,
        () => store.shopper.tryStartSession(cart, PROVIDERS.onchain),
        () => setQuantity(store, cart.id, 2 + (each % 2))
      )
      const id = await findStale(store, cart)
      if (id) {
        stale++
        await buy(store, cart, id, when)
      }
      if (id || starts.some(isRefused)) {
        cart = await store.shopper.fillCart()
      }
    }
  })
  await settled(store)
  return stale
}

/**
 * Starts payments of an unpaid order while the order is edited, over and over.
 * Every third try is paid, even when the session asks for another amount.
 *
 * @param tries starts that overlap with an edit
 * @param editing returns a function that confirms an edit of the order's
 * quantity
 * @returns how many were paid
 */
export async function raceEdits(
  store: TestStore,
  tries: number,
  editing: (orderId: string, quantity: number) => Promise<() => Promise<void>>
): Promise<number> {
  let paid = 0
  await race(tries, async (next) => {
    let placed = await placeOrder(store, "onchain")
    for (let each = next(); each !== undefined; each = next()) {
      const confirm = await editing(placed.order_id, 2 + (each % 2))
      const { cart } = placed
      const starts = await sweep(
        each,
        () => store.shopper.tryStartSession(cart, PROVIDERS.onchain),
        confirm
      )
      const session = starts
        .flatMap(({ body }) => body.payment_collection?.payment_sessions ?? [])
        .findLast(({ data }) => data.payment_id)
      const isPaid = session && each % PAID_EVERY === 0
      if (isPaid) {
        paid++
        await store.sandbox.pay({ orderNo: String(session.data.payment_id) })
      }
      if (isPaid || starts.some(isRefused)) {
        placed = await placeOrder(store, "onchain")
      }
    }
  })
  await settled(store)
  return paid
}

/**
 * The number of open payments per purchase is limited: the next tries use a new
 * one.
 */
function isRefused({ status }: { status: number }): boolean {
  return status === 429
}

/** Runs concurrent lanes that share one counter of tries. */
async function race(
  tries: number,
  lane: (next: () => number | undefined) => Promise<void>
): Promise<void> {
  const numbers = Array.from({ length: tries / STARTS }, (_, index) => index)
  await Promise.all(
    Array.from({ length: AT_ONCE }, () => lane(() => numbers.pop()))
  )
}

/**
 * Runs starts and one change almost concurrently, each time a little further
 * apart.
 */
async function sweep<S>(
  each: number,
  start: () => Promise<S>,
  change: () => Promise<void>
): Promise<S[]> {
  const changed = after(SWEPT_MS / 2, change)
  const starts = Array.from({ length: STARTS }, (_, index) =>
    after((each * 7 + (index * SWEPT_MS) / STARTS) % SWEPT_MS, start)
  )
  await changed
  return await Promise.all(starts)
}

/** The payment of a session whose amount differs from its collection's. */
async function findStale(
  store: TestStore,
  { payment_collection_id }: Cart
): Promise<string | null> {
  const { rows } = await databaseOf(store).raw<{ rows: { id: string }[] }>(
    `SELECT ledger.id FROM stablecoin_payment AS ledger
     JOIN payment_session AS session ON session.id = ledger.session_id
     JOIN payment_collection AS collection
       ON collection.id = session.payment_collection_id
     WHERE collection.id = ? AND session.amount <> collection.amount`,
    [payment_collection_id]
  )
  return rows[0]?.id ?? null
}

async function buy(
  store: TestStore,
  cart: Cart,
  orderNo: string,
  when: "paid first" | "ordered first"
): Promise<void> {
  if (when === "ordered first") {
    await store.shopper.complete(cart)
    await store.sandbox.pay({ orderNo })
  } else {
    await store.sandbox.pay({ orderNo })
    await store.shopper.complete(cart)
  }
}

async function after<T>(ms: number, run: () => Promise<T>): Promise<T> {
  // The sweep depends on the clock: there is no event to wait for.
  await setTimeout(Math.max(0, ms))
  return await run()
}

/**
 * Orders whose collection asks for more than was captured and whose payments
 * have no open exception.
 */
export async function underpaidOrders(store: TestStore): Promise<Collection[]> {
  const { rows } = await databaseOf(store).raw<{ rows: Collection[] }>(
    `SELECT collection.id AS collection_id, collection.amount::text AS amount,
       link.order_id,
       (SELECT COALESCE(SUM(capture.amount), 0)::text FROM payment
         JOIN capture ON capture.payment_id = payment.id
         WHERE payment.payment_collection_id = collection.id) AS captured
     FROM payment_collection AS collection
     JOIN order_payment_collection AS link
       ON link.payment_collection_id = collection.id
     WHERE NOT EXISTS (
       SELECT FROM stablecoin_exception AS exception
       JOIN stablecoin_payment AS payment ON payment.id = exception.payment_id
       WHERE payment.payment_collection_id = collection.id
         AND exception.status = 'open')`
  )
  return rows.filter(({ amount, captured }) => {
    const [due, received] = [toMinorUnits(amount), toMinorUnits(captured)]
    // An order that waits for its whole amount is not underpaid.
    return received > 0n && due > received
  })
}

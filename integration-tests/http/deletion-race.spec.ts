import { PROVIDERS } from "../../tools/harness/store/seed"
import type { Cart } from "../../tools/harness/shop/shopper"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import { RAILS, type Rail } from "../../src/ledger"
import { isIdle } from "../setup/store/idle"
import { preempt, stopsOf } from "../setup/store/preempt"
import { readScheduled, schedules } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import type { TestStore, OpenPayment } from "../setup/store/test-store"

const OTHER: Record<Rail, Rail> = { hosted: "onchain", onchain: "hosted" }

type Deletion = (store: TestStore, cart: Cart, rail: Rail) => Promise<number>

/** Actions that make Medusa delete a session that is still being created. */
const DELETIONS: [how: string, remove: Deletion][] = [
  [
    "a new session",
    async ({ shopper }, cart, rail) =>
      (await shopper.tryStartSession(cart, PROVIDERS[rail])).status,
  ],
  [
    "another method",
    async ({ shopper }, cart, rail) =>
      (await shopper.tryStartSession(cart, PROVIDERS[OTHER[rail]])).status,
  ],
  [
    "a changed cart",
    async ({ shopper, seeded }, cart) =>
      (
        await shopper.call("POST", `/store/carts/${cart.id}/line-items`, {
          variant_id: seeded.variant_id,
          quantity: 1,
        })
      ).status,
  ],
]

/** The gateway's record of a payment. */
function atGateway({ sandbox }: TestStore, { rail, id }: OpenPayment) {
  const entries = rail === "hosted" ? sandbox.transactions() : sandbox.orders()
  return entries.find(({ orderNo }) => orderNo === id)
}

/** Reconciles a payment now, as the job does, and waits until it is done. */
async function reconcileNow(store: TestStore, id: string): Promise<void> {
  const db = store.db
  // A fact that changes the payment would schedule a reconciliation of its own
  // in place of this one.
  await store.sandbox.settled()
  await waitFor("the gateway's reports to be in the ledger", async () => {
    const waiting = await db("stablecoin_webhook_event")
      .where({ status: "received" })
      .first("id")
    return isIdle() && !waiting
  })
  await schedules(db)
    .where({ payment_id: id })
    .update({ next_reconcile_at: new Date() })
  await reconcilePaymentsJob(store.container)
  await waitFor(`the reconciliation of ${id} to end`, async () => {
    const { lease_owner, next_reconcile_at } = await readScheduled(db, { id })
    return (
      !lease_owner && (!next_reconcile_at || next_reconcile_at > new Date())
    )
  })
}

storeTest((store) => {
  it.each(
    // Each deletion, and each rail.
    DELETIONS.map(([how, remove], index) => ({
      rail: RAILS[index % 2]!,
      how,
      remove,
    }))
  )(
    "a $rail session with another payment's id, deleted by $how during creation, deletes nothing else",
    async ({ rail, remove }) => {
      const victim = await store.openPayment(rail)
      const before = await store.readPayment(victim.id)
      const cart = await store.shopper.fillCart()
      const start = () =>
        store.tryStartSession(cart, rail, {
          session_id: victim.session.id,
          payment_id: victim.id,
        })

      const [, sessions] = await preempt(
        stopsOf(store, rail).create,
        start,
        async () => {
          const { sessions } = await store.readMedusaState(cart)
          const stored = await store
            .db("payment_session")
            .where({ id: sessions[0]?.id ?? "" })
            .first()
          expect(stored?.data).toMatchObject({ session_id: victim.session.id })
          expect(await remove(store, cart, rail)).toBe(200)
          return sessions
        }
      )

      // The deletion may schedule any payment, but reconciling this one finds
      // its session alive.
      await reconcileNow(store, victim.id)
      expect(await store.readPayment(victim.id)).toEqual(before)
      expect(atGateway(store, victim)).toMatchObject({ status: "pending" })
      const touched = store.sandbox
        .requests({ endpoint: "cancel" })
        .filter(({ path }) => path.includes(String(before.gateway_id)))
      expect(touched).toEqual([])

      // The payment that ends is the one that was really deleted.
      const { stablecoin_payment } = await store.readLedger()
      const forged = stablecoin_payment.find(
        ({ session_id }) => session_id === sessions[0]?.id
      )
      const ended = String(forged?.id)
      await reconcileNow(store, ended)
      expect(await store.readPayment(ended)).toMatchObject(
        rail === "onchain"
          ? { status: "pending", superseded_at: expect.any(Date) }
          : { status: "abandoned" }
      )
      await store.endGrace()
      await reconcileNow(store, ended)
      expect(await store.readPayment(ended)).toMatchObject({
        status: rail === "onchain" ? "cancelled" : "abandoned",
      })
      expect(atGateway(store, { ...victim, id: ended })).toMatchObject({
        status: rail === "onchain" ? "cancelled" : "pending",
      })

      await store.pay(victim.id)
      expect(await store.readMedusaState(victim.cart)).toMatchObject({
        orders: [{ status: "pending" }],
        captures: [12.5],
        sessions: [{ id: victim.session.id }],
      })
    }
  )
})

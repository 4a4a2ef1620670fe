import { createHash } from "node:crypto"
import { type Rail, RAILS } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED, UNTOUCHED } from "../setup/store/store-records"

/** The other events of a rail. */
const OTHER_EVENTS: Record<Rail, string[]> = {
  hosted: ["transaction.created", "transaction.failed"],
  onchain: ["payment_order.created", "payment_order.cancelled"],
}

/** Holding a payment's row keeps its webhooks from being processed. */
async function whileLocked(
  store: TestStore,
  id: string,
  act: () => Promise<void>
): Promise<void> {
  await store.db.transaction(async (trx) => {
    await trx("stablecoin_payment").where({ id }).forUpdate().select("id")
    await act()
  })
}

/** Tampers with Medusa's tables. The plugin must survive it. */
async function tamper(
  store: TestStore,
  sessionId: string,
  changes: Record<string, unknown>
): Promise<void> {
  const changed = await store
    .db("payment_session")
    .where({ id: sessionId })
    .update(changes)
  expect(changed).toBe(1)
}

storeTest((store) => {
  describe("law 1: a webhook answered 200 is on disk", () => {
    const rail = "hosted"
    it("is stored before the response and before any processing", async () => {
      const { id, cart } = await store.openPayment(rail)
      const body = paidWebhook(store, { rail, id })
      const digest = createHash("sha256").update(body).digest("hex")
      await whileLocked(store, id, async () => {
        const answer = await postSigned(store, rail, body)
        expect(answer).toEqual({ status: 200, body: { received: true } })
        const rows = await store.db("stablecoin_webhook_event").where({
          digest,
        })
        expect(rows).toMatchObject([{ rail, body, status: "received" }])
      })
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })
  })

  describe.each(RAILS)("law 2: paid stays paid, %s", (rail) => {
    // The ledger's tests try every order of the facts.
    it("with other events after it", async () => {
      const { id, cart } = await store.openPayment(rail)
      for (const event of [PAID_EVENTS[rail], ...OTHER_EVENTS[rail]]) {
        store.sandbox.trigger(event, { orderNo: id })
        await store.settled()
      }

      await store.later()

      expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual([])
    })

    it("with concurrent and repeated events", async () => {
      const { id, cart } = await store.openPayment(rail)
      const events = [PAID_EVENTS[rail], ...OTHER_EVENTS[rail]]
      for (const event of [...events, ...events]) {
        store.sandbox.fault({ event, kind: "double" })
        store.sandbox.trigger(event, { orderNo: id })
      }

      await store.later()

      expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })
  })

  // This rail's payments are read from the gateway before they are authorized.
  describe("law 3: only confirmed money is captured", () => {
    const rail = "onchain"
    it("with forged session data of the buyer", async () => {
      const paid = await store.buy(rail)
      const forged = {
        status: "paid",
        session_id: paid.session.id,
        payment_id: paid.id,
        captured: true,
        amount: "0.01",
        mode: "live",
        redirect_url: "javascript:alert(1)",
        app_url: "javascript:alert(1)",
      }

      const forger = await store.openPayment(rail, forged)
      expect(forger.session.data).toMatchObject({
        session_id: forger.session.id,
        status: "pending",
        amount: "12.50",
        mode: "test",
      })
      expect(JSON.stringify(forger.session.data)).not.toContain("alert")
      expect((await store.shopper.complete(forger.cart)).status).toBe(400)
      expect(await store.readMedusaState(forger.cart)).toMatchObject(UNTOUCHED)
    })

    it("with stored data that names another buyer's session, an unknown one, or none", async () => {
      const paid = await store.buy(rail)
      const forger = await store.openPayment(rail)
      for (const data of [
        { ...paid.session.data, status: "paid" },
        { session_id: "payses_none" },
        {},
      ]) {
        await tamper(store, forger.session.id, { data })

        expect((await store.shopper.complete(forger.cart)).status).toBe(400)
        await store.later()

        const state = await store.readMedusaState(forger.cart)
        expect(state).toMatchObject(UNTOUCHED)
        expect(await store.readPayment(forger.id)).toMatchObject({
          status: "pending",
        })
        expect(await store.readMedusaState(paid.cart)).toMatchObject(ORDERED)
      }
    })

    it("when its session was changed to ask for more", async () => {
      const { id, cart, session } = await store.openPayment(rail)
      await tamper(store, session.id, {
        amount: 100,
        raw_amount: { value: "100", precision: 20 },
      })
      await store.pay(id)

      expect((await store.shopper.complete(cart)).status).toBe(400)
      expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
      expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
      expect(await store.openExceptions()).toEqual(["cart_changed.amount"])
    })
  })
})

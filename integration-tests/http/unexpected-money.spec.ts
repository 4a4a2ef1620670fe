import { waitFor } from "../../tools/harness/wait-for"
import { newPaymentId } from "../../src/modules/stablecoin/repository/payments/payments"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"
import type { OpenPayment } from "../setup/store/test-store"
import { ORDERED, UNTOUCHED } from "../setup/store/store-records"

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  /** Refunds the money that an exception of a payment is about. */
  const refund = async ({ id }: OpenPayment) => {
    const { exceptions } = (await api.get(`exceptions?payment_id=${id}`)).body
    return await api.resolve(String(exceptions[0]?.id), { action: "refund" })
  }

  /**
   * A payment that was paid by a transfer, and another one that is pending.
   */
  const paidAndOpen = async () => {
    const first = await store.openPayment("onchain")
    const second = await store.openPayment("onchain")
    await store.pay(first.id)
    const { tx_hash } = await store.readPayment(first.id)
    return { first, second, tx_hash }
  }

  it("law 9: one transfer pays once, when the gateway confirms a second order by it", async () => {
    const { first, second, tx_hash } = await paidAndOpen()

    store.sandbox.fault({ kind: "spent_hash" })
    await store.sandbox.pay({ orderNo: second.id }, { txHash: String(tx_hash) })
    await store.settled()

    expect(await store.readMedusaState(first.cart)).toMatchObject({
      captures: [12.5],
    })
    expect(await store.readMedusaState(second.cart)).toMatchObject(UNTOUCHED)
    const { stablecoin_exception } = await store.readLedger()
    expect(stablecoin_exception).toMatchObject([
      {
        kind: "transfer_reused",
        payment_id: second.id,
        details: { other_payment_id: first.id },
      },
    ])
    const { status } = await store.shopper.complete(second.cart)
    expect(status).toBe(400)
  })

  it("a paid webhook that names no transfer pays nothing until a read names it", async () => {
    const { id, rail, cart } = await store.openPayment("onchain")
    store.sandbox.fault({ event: PAID_EVENTS[rail], kind: "drop" })
    await store.sandbox.pay({ orderNo: id })
    const body = paidWebhook(store, { rail, id }, { payment: {} })
    expect(await postSigned(store, rail, body)).toMatchObject({ status: 200 })
    await store.settled()
    expect(await store.openExceptions()).toEqual(["webhook_problem.unreadable"])
    expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)

    await store.later()

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await store.readPayment(id)).toMatchObject({
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  describe("law 10: test money never captures in a live store", () => {
    it("when it arrives after the store went live", async () => {
      const open = await store.openPayment("onchain")
      const { account } = await store.readPayment(open.id)
      await store
        .db("stablecoin_account")
        .where({ key: account })
        .update({ mode: "live" })
      await waitFor("the mode to be current", async () => {
        const { modes } = await store.stablecoin.settings.recent()
        return modes.onchain?.mode === "live"
      })

      await store.pay(open.id)
      const { status, body } = await store.shopper.complete(open.cart)

      expect([status, body]).toMatchObject([
        400,
        { message: expect.stringContaining("test mode") },
      ])
      expect(await store.readMedusaState(open.cart)).toMatchObject(UNTOUCHED)
      expect(await store.openExceptions()).toEqual(["test_money"])
    })

    it("when a live event pays a test payment, whose coins may be refunded", async () => {
      const open = await store.openPayment("onchain")
      const body = paidWebhook(store, open, { mode: "live" })

      await postSigned(store, "onchain", body)
      await store.settled()

      expect(await store.readPayment(open.id)).toMatchObject({
        status: "pending",
      })
      expect(await store.readMedusaState(open.cart)).toMatchObject(UNTOUCHED)
      expect(await store.openExceptions()).toEqual(["deposit_mismatch.mode"])

      const { status, body: resolved } = await refund(open)
      expect([status, resolved.refund]).toMatchObject([
        200,
        { payment_id: open.id, amount: "12.50", status: "due" },
      ])
    })
  })

  it("money that was sent back to its buyer pays for nothing when the cart is completed afterwards", async () => {
    const { id, cart, session } = await store.openPayment("onchain")
    const setAmountDue = async (amount: number) => {
      const raw_amount = { value: String(amount), precision: 20 }
      await store
        .db("payment_session")
        .where({ id: session.id })
        .update({ amount, raw_amount })
    }
    await setAmountDue(100)
    await store.pay(id)
    expect(await store.openExceptions()).toEqual(["cart_changed.amount"])
    await api.declareSentBack(id, "close")
    await setAmountDue(12.5)

    const { status, body } = await store.shopper.complete(cart)
    await store.later()

    expect([status, body]).toMatchObject([
      400,
      { message: expect.stringContaining("is sent back") },
    ])
    expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
    expect(await store.openExceptions()).toEqual([])
  })

  it("a paid event of a payment that the database does not have opens an exception, since the database may be an older one", async () => {
    const open = await store.openPayment("hosted")
    const body = paidWebhook(store, open)
    await store.db("stablecoin_payment").where({ id: open.id }).delete()
    const post = async () => (await postSigned(store, "hosted", body)).status
    expect([await post(), await post()]).toEqual([200, 200])
    await store.settled()

    const ledger = await store.readLedger()
    expect(ledger.stablecoin_exception).toMatchObject([
      {
        kind: "unknown_payment",
        key: expect.stringContaining(`${open.id}:unknown_payment:`),
        details: { order_no: open.id, amount: "12.50" },
      },
    ])
    // The evidence is kept unchanged.
    expect(ledger.stablecoin_webhook_event.at(-1)).toMatchObject({ body })
  })

  it("ignores an on-chain event of another store of the same account", async () => {
    const open = await store.openPayment("onchain")
    const other = newPaymentId()
    const names = {
      order_no: other,
      metadata: { payment_id: other, store: "https://other.example" },
      order_id: "5f0c8a52-6f5e-4a3e-9d1c-0a4f8f6c1b11",
    }
    await store.report(open, names)
    expect(await store.openExceptions()).toEqual([])
  })
})

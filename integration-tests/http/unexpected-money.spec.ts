import { RAILS } from "../../src/ledger"
import { newPaymentId } from "../../src/modules/stablecoin/repository/payments/payments"
import {
  ORDERED,
  readMedusaState,
  UNTOUCHED,
} from "../setup/store/medusa-state"
import { AdminOperations } from "../setup/admin/admin-api"
import {
  databaseOf,
  openExceptions,
  readLedger,
  readPayment,
} from "../setup/store/ledger"
import { later } from "../setup/store/later"
import { openPayment, type OpenPayment } from "../setup/store/open-payment"
import { declareSentBack } from "../setup/store/sent-back"
import { payAndSettle, settled } from "../setup/store/settled"
import { setMode } from "../setup/store/set-mode"
import { storeTest } from "../setup/store/store"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  /** Refunds the money that an exception of a payment is about. */
  const refund = async ({ id }: OpenPayment) => {
    const { exceptions } = (await api.get(`exceptions?payment_id=${id}`)).body
    return await api.resolve(String(exceptions[0]?.id), {
      action: "refund",
      note: "The buyer gets it back.",
    })
  }

  /**
   * A payment that was paid by a transfer, and another one that is pending.
   */
  const paidAndOpen = async () => {
    const first = await openPayment(store, "onchain")
    const second = await openPayment(store, "onchain")
    await payAndSettle(store, first.id)
    const { tx_hash } = await readPayment(store, first.id)
    return { first, second, tx_hash }
  }

  it("law 9: one transfer pays once, when the gateway confirms a second order by it", async () => {
    const { first, second, tx_hash } = await paidAndOpen()

    store.sandbox.fault({ kind: "spent_hash" })
    await store.sandbox.pay({ orderNo: second.id }, { txHash: String(tx_hash) })
    await settled(store)

    expect(await readMedusaState(store, first.cart)).toMatchObject({
      captures: [12.5],
    })
    expect(await readMedusaState(store, second.cart)).toMatchObject(UNTOUCHED)
    const { stablecoin_exception } = await readLedger(store)
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

  describe("law 9 where a paid webhook names no transfer", () => {
    /**
     * The buyer's transfer confirms the order, but its webhook has no
     * transaction hash.
     */
    const payWithoutTransfer = async (
      { rail, id }: OpenPayment,
      txHash?: string
    ) => {
      const event = PAID_EVENTS[rail]
      store.sandbox.fault({ event, kind: "drop" })
      await store.sandbox.pay({ orderNo: id }, { txHash })
      const body = paidWebhook(store, { rail, id }, { payment: {} })
      expect(await postSigned(store, rail, body)).toMatchObject({ status: 200 })
      await settled(store)
    }

    it("captures immediately, and the transfer that a read finds pays no other payment", async () => {
      const first = await openPayment(store, "onchain")
      const second = await openPayment(store, "onchain")
      await payWithoutTransfer(first)
      expect(await readMedusaState(store, first.cart)).toMatchObject(ORDERED)

      await later(store)
      const { tx_hash } = await readPayment(store, first.id)
      expect(tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
      store.sandbox.fault({ kind: "spent_hash" })
      await store.sandbox.pay(
        { orderNo: second.id },
        { txHash: String(tx_hash) }
      )
      await settled(store)

      expect(await readMedusaState(store, second.cart)).toMatchObject(UNTOUCHED)
      expect(await openExceptions(store)).toEqual(["transfer_reused"])
    })

    it("opens an exception when a transfer of another payment captured it", async () => {
      const { first, second, tx_hash } = await paidAndOpen()
      store.sandbox.fault({ kind: "spent_hash" })
      await payWithoutTransfer(second, String(tx_hash))
      expect(await openExceptions(store)).toEqual([])

      await later(store)

      const { stablecoin_exception } = await readLedger(store)
      expect(stablecoin_exception).toMatchObject([
        {
          kind: "transfer_reused",
          payment_id: second.id,
          details: { other_payment_id: first.id },
        },
      ])
      expect(await readMedusaState(store, second.cart)).toMatchObject(ORDERED)
    })
  })

  describe("law 10: test money never captures in a live store", () => {
    it("when it arrives after the store went live", async () => {
      const open = await openPayment(store, "onchain")
      await setMode(store, open, "live")

      await payAndSettle(store, open.id)
      const { status, body } = await store.shopper.complete(open.cart)

      expect([status, body]).toMatchObject([
        400,
        { message: expect.stringContaining("test mode") },
      ])
      expect(await readMedusaState(store, open.cart)).toMatchObject(UNTOUCHED)
      expect(await openExceptions(store)).toEqual(["test_money"])
    })

    it("when a live event pays a test payment, whose coins may be refunded", async () => {
      const open = await openPayment(store, "onchain")
      const body = paidWebhook(store, open, { mode: "live" })

      await postSigned(store, "onchain", body)
      await settled(store)

      expect(await readPayment(store, open.id)).toMatchObject({
        status: "pending",
      })
      expect(await readMedusaState(store, open.cart)).toMatchObject(UNTOUCHED)
      expect(await openExceptions(store)).toEqual(["deposit_mismatch.mode"])

      const { status, body: resolved } = await refund(open)
      expect([status, resolved.refund]).toMatchObject([
        200,
        { payment_id: open.id, amount: "12.50", status: "due" },
      ])
    })
  })

  it("money that was sent back to its buyer pays for nothing when the cart is completed afterwards", async () => {
    const { id, cart, session } = await openPayment(store, "onchain")
    const setAmountDue = async (amount: number) => {
      const raw_amount = { value: String(amount), precision: 20 }
      await databaseOf(store)("payment_session")
        .where({ id: session.id })
        .update({ amount, raw_amount })
    }
    await setAmountDue(100)
    await payAndSettle(store, id)
    expect(await openExceptions(store)).toEqual(["cart_changed.amount"])
    await declareSentBack(api, id, "close")
    await setAmountDue(12.5)

    const { status, body } = await store.shopper.complete(cart)
    await later(store)

    expect([status, body]).toMatchObject([
      400,
      { message: expect.stringContaining("is sent back") },
    ])
    expect(await readMedusaState(store, cart)).toMatchObject(UNTOUCHED)
    expect(await openExceptions(store)).toEqual([])
  })

  describe.each(RAILS)(
    "a paid %s event of a payment that the database does not have",
    (rail) => {
      const lost = async () => {
        const open = await openPayment(store, rail)
        const body = paidWebhook(store, open)
        await databaseOf(store)("stablecoin_payment")
          .where({ id: open.id })
          .delete()
        return { open, body }
      }

      it("opens an exception, since the database may be an older one", async () => {
        const { open, body } = await lost()
        const post = async () => (await postSigned(store, rail, body)).status
        expect([await post(), await post()]).toEqual([200, 200])
        await settled(store)

        const { stablecoin_exception } = await readLedger(store)
        expect(stablecoin_exception).toMatchObject([
          {
            kind: "unknown_payment",
            key: expect.stringContaining(`${open.id}:unknown_payment:`),
            details: { order_no: open.id, amount: "12.50" },
          },
        ])
      })
    }
  )

  it("ignores an on-chain event of another store of the same account", async () => {
    const open = await openPayment(store, "onchain")
    const other = newPaymentId()
    const names = {
      order_no: other,
      metadata: { payment_id: other, store: "https://other.example" },
      order_id: "5f0c8a52-6f5e-4a3e-9d1c-0a4f8f6c1b11",
    }
    await postSigned(store, "onchain", paidWebhook(store, open, names))
    await settled(store)
    expect(await openExceptions(store)).toEqual([])
  })
})

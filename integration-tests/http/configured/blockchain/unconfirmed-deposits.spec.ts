import type {
  StoreOptionsResponse,
  StorePaymentResponse,
} from "../../../../src/http-types"
import { AdminOperations } from "../../../setup/admin/admin-api"
import {
  expectConserved,
  readDeposits,
  readOpenException,
  readRefunds,
} from "../../../setup/admin/deposits"
import { idle } from "../../../setup/store/idle"
import { later } from "../../../setup/store/later"
import {
  databaseOf,
  openExceptions,
  readPayment,
} from "../../../setup/store/ledger"
import { readMedusaState } from "../../../setup/store/medusa-state"
import {
  blockchainTest,
  readChains,
  readRecords,
  reconcileAll,
  seeTransfers,
} from "../../../setup/store/on-chain"
import {
  openPayment,
  type OpenPayment,
} from "../../../setup/store/open-payment"
import { placeOrder } from "../../../setup/store/place-order"
import { setQuantity } from "../../../setup/store/set-quantity"
import { PAID_EVENTS } from "../../../../tools/harness/gateway/webhooks"
import { PROVIDERS } from "../../../../tools/harness/shop/names"
import { medusaPaymentId } from "../../../setup/store/medusa-payment"

const CHAIN = "POLYGON"
const CURRENCY = "USDT"
const CHOSEN = { chain: CHAIN, currency: CURRENCY } as const
const HASH = `0x${"b2".repeat(32)}`
const NOTE = "The gateway does not confirm it."

type PayOptions = { amount?: string }

blockchainTest((store) => {
  const api = AdminOperations.enrolled(store)
  // The first pass only sets the cursors.
  beforeEach(async () => await readChains(store))

  const save = async (general: object): Promise<void> => {
    expect(await api.admin.saveSettings({ general })).toMatchObject({
      status: 200,
    })
  }
  const start = async (): Promise<OpenPayment> =>
    await openPayment(store, "onchain", CHOSEN)
  const statusAtGateway = ({ id }: OpenPayment) =>
    store.sandbox.orders().find(({ orderNo }) => orderNo === id)?.status
  /** Sends coins that the gateway is not told about. @returns their hash */
  const send = async (
    { id }: OpenPayment,
    options: PayOptions = {}
  ): Promise<string> => {
    const paid = await store.sandbox.pay(
      { orderNo: id },
      { ...options, confirm: false }
    )
    await seeTransfers(store)
    return paid.transfer!.txHash
  }
  const readAll = async (): Promise<void> => {
    await readChains(store)
    await reconcileAll(store)
  }
  /** Lets the gateway confirm a transfer: that one, or a new one. */
  const confirm = async (
    { id }: OpenPayment,
    txHash?: string
  ): Promise<void> => {
    await store.sandbox.pay({ orderNo: id }, { txHash })
    await readAll()
  }
  /** The same, and its webhook does not arrive. */
  const confirmSilently = async (
    { id }: OpenPayment,
    txHash?: string
  ): Promise<void> => {
    store.sandbox.fault({ event: PAID_EVENTS.onchain, kind: "drop" })
    await store.sandbox.pay({ orderNo: id }, { txHash })
  }
  /** Lets the gateway confirm a transfer of a payment that has ended. */
  const confirmLate = async (
    { id }: OpenPayment,
    tx_hash: string
  ): Promise<void> => {
    const sender_address = store.sandbox.walletAddress
    store.sandbox.trigger(
      PAID_EVENTS.onchain,
      { orderNo: id },
      { payment: { tx_hash, sender_address } }
    )
    await readAll()
    await seeTransfers(store)
    await reconcileAll(store)
  }
  const expire = async ({ id }: OpenPayment): Promise<void> => {
    await databaseOf(store)("stablecoin_payment")
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1_000) })
    await reconcileAll(store)
  }
  /** Refunds the money of the only open exception. */
  const refund = async (choice = { amount: "12.50" }): Promise<void> => {
    const { id } = await readOpenException(api)
    await api.mustResolve(id, {
      action: "refund",
      note: NOTE,
      refund: choice,
    })
  }
  const depositOf = async (txHash: string) => {
    const deposits = await readDeposits(api)
    const found = deposits.filter(({ tx_hash }) => tx_hash === txHash)
    expect(found).toHaveLength(1)
    return found[0]!
  }
  const cancelOrder = async (id: string): Promise<void> => {
    await api.admin.post(`/admin/orders/${id}/cancel`)
    await idle()
    await reconcileAll(store)
    await later(store)
  }

  describe.each(["pay_first", "order_first"] as const)(
    "%s: a buyer whose transfer the gateway does not confirm",
    (flow) => {
      beforeEach(async () => await save({ checkout_flow: flow }))

      const begin = async (): Promise<OpenPayment> =>
        flow === "order_first"
          ? await placeOrder(store, "onchain", CHOSEN)
          : await start()
      it("gets the order for a second transfer, made on a page left open, and the first back", async () => {
        const payment = await begin()
        const first = await send(payment)
        const read = await api.post(`payments/${payment.id}/sync`)
        expect(read.status).toBe(200)

        await confirmSilently(payment)
        await refund()
        await readAll()
        await later(store)

        expect(await readRecords(store, payment)).toMatchObject({
          status: "paid",
          orders: 1,
          captures: [12.5],
        })
        expect(await openExceptions(store)).toEqual(["refund_due"])
        const { id: deposit_id } = await depositOf(first)
        expect(await readRefunds(api)).toMatchObject([
          { amount: "12.50", status: "due", deposit_id },
        ])
        const deposits = await readDeposits(api, payment.id)
        expect(deposits).toHaveLength(2)
        expect(deposits.find((each) => each.id !== deposit_id)).toMatchObject({
          allocations: [{ kind: "capture", amount: "12.50" }],
        })
        await expectConserved(store, api)
      })

      it("loses none of 25.00 when a second transfer is confirmed after the first is due back", async () => {
        const payment = await begin()
        const first = await send(payment)
        await refund()

        const second = await send(payment)
        await confirmLate(payment, second)

        const { status, captures } = await readRecords(store, payment)
        const refunds = await readRefunds(api)
        expect(status).toBe("paid")
        expect([
          ...captures,
          ...refunds.map(({ amount }) => Number(amount)),
        ]).toEqual([12.5, 12.5])
        expect(await depositOf(first)).toMatchObject({
          allocations: [{ kind: "refund", amount: "12.50" }],
        })
        expect(await depositOf(second)).toMatchObject({
          unallocated: "0.00",
          allocations: [
            {
              kind: flow === "pay_first" ? "capture" : expect.any(String),
              amount: "12.50",
            },
          ],
        })
        expect(new Set(await openExceptions(store))).toEqual(
          new Set(["refund_due"])
        )
        await expectConserved(store, api)
      })
    }
  )

  describe("a buyer whose transfer the gateway does not confirm", () => {
    const payPage = async ({ session }: OpenPayment) => {
      const path = `/store/stablecoin/payments/${session.id}`
      const body = await store.shopper.get<StorePaymentResponse>(path)
      return body.payment.redirect_url
    }

    it("gets no draft order, and is not sent to pay a second time while the merchant decides, nor once the first is due or sent back", async () => {
      const payment = await start()
      expect(await payPage(payment)).toEqual(expect.any(String))
      await send(payment)
      expect(await payPage(payment)).toBeNull()
      // The gateway may still confirm it.
      const { id } = await readOpenException(api)
      expect(await api.post(`exceptions/${id}/draft-order`)).toMatchObject({
        status: 409,
        body: { code: "no_draft_order" },
      })

      await refund()
      expect(await payPage(payment)).toBeNull()

      const [due] = await readRefunds(api)
      const { status } = await api.post(`refunds/${due!.id}/sent`, {
        tx_hash: HASH,
        refund_to: store.sandbox.walletAddress,
      })
      expect(status).toBe(200)
      await reconcileAll(store)
      expect(await payPage(payment)).toBeNull()
      await expectConserved(store, api)
    })
  })

  describe("a buyer who paid twice, of which the gateway confirmed the second", () => {
    const payTwice = async () => {
      const payment = await start()
      const first = await send(payment)
      await confirm(payment)
      return { payment, first }
    }

    it("gets both back when the first is refunded, and the order cancelled", async () => {
      const { payment, first } = await payTwice()
      const { orders } = await readMedusaState(store, payment.cart)
      await refund()

      await cancelOrder(orders[0]!.id)

      expect(await readMedusaState(store, payment.cart)).toMatchObject({
        orders: [{ status: "canceled" }],
      })
      const refunds = await readRefunds(api)
      expect(refunds).toMatchObject([
        { amount: "12.50", status: "due" },
        { amount: "12.50", status: "due" },
      ])
      const ids = refunds.map(({ deposit_id }) => deposit_id)
      expect(new Set(ids).size).toBe(2)
      expect(ids).toContain((await depositOf(first)).id)
      expect(
        await databaseOf(store)("refund").whereNull("deleted_at")
      ).toMatchObject([{ amount: "12.5" }])
      expect(await openExceptions(store)).toEqual(["refund_due", "refund_due"])
      await expectConserved(store, api)
    })
  })

  it("a late transfer that goes back to its buyer does not also pay for goods when the gateway confirms it", async () => {
    const payment = await start()
    await expire(payment)
    expect(statusAtGateway(payment)).toBe("cancelled")
    const txHash = await send(payment)
    expect(await openExceptions(store)).toEqual(["unreported_transfer.late"])
    await refund()

    await confirmLate(payment, txHash)

    expect(await readRecords(store, payment)).toMatchObject({
      orders: 0,
      captures: [],
    })
    expect(await readRefunds(api)).toMatchObject([
      {
        amount: "12.50",
        status: "due",
        deposit_id: (await depositOf(txHash)).id,
      },
    ])
    expect(await openExceptions(store)).toEqual(["refund_due"])
    await expectConserved(store, api)
  })

  it("a buyer whose late transfer is due back may pay the changed cart, also once the gateway confirms it", async () => {
    const payment = await start()
    const txHash = await send(payment)
    await setQuantity(store, payment.cart.id, 2)
    await reconcileAll(store)
    await refund()
    await confirmLate(payment, txHash)
    const { cart } = payment
    const body = await store.shopper.get<StoreOptionsResponse>(
      `/store/stablecoin/options?cart_id=${cart.id}`
    )
    expect(body).toMatchObject({
      options: [{ amount: "22.50" }, { amount: "22.50" }],
      in_question: [],
    })

    const second = await store.shopper.startSession(
      cart,
      PROVIDERS.onchain,
      CHOSEN
    )
    await store.sandbox.pay({ orderNo: String(second.data.payment_id) })
    await readAll()
    await later(store)

    expect(await readMedusaState(store, cart)).toMatchObject({
      orders: [{ status: "pending" }],
      captures: [22.5],
    })
    expect(await openExceptions(store)).toEqual(["refund_due"])
    await expectConserved(store, api)
  })

  it("a refund names the sender of its own transfer, not of the one that paid the order", async () => {
    const payment = await start()
    await confirm(payment)
    const from = `0x${"5e4d".repeat(10)}`
    const { destination_address } = await readPayment(store, payment.id)
    store.sandbox.send({
      ...CHOSEN,
      from,
      to: String(destination_address),
      amount: "12.50",
    })
    await seeTransfers(store)
    await refund()

    const [other] = await readRefunds(api)
    expect(other?.deposit?.sender).toBe(from)

    const captured = await medusaPaymentId(store, payment)
    await api.admin.post(`/admin/payments/${captured}/refund`, { amount: 5 })
    const own = (await readRefunds(api)).find(({ id }) => id !== other?.id)
    expect(own?.deposit?.sender).toBe(store.sandbox.walletAddress.toLowerCase())
    await expectConserved(store, api)
  })

  describe("coins that may be for either of two payments", () => {
    const shared = async () => {
      const [one, other] = [await start(), await start()]
      const { destination_address } = await readPayment(store, one.id)
      await databaseOf(store)("stablecoin_payment")
        .where({ id: other.id })
        .update({ destination_address })
      const txHash = await send(one)
      const exception = await readOpenException(api)
      expect(exception).toMatchObject({
        kind: "unreported_transfer",
        reason: "unclear",
      })
      return { one, other, txHash, exception }
    }
    const assign = async (id: string, payment: OpenPayment) => {
      expect(
        await api.resolve(id, {
          action: "assign",
          note: "The buyer named the transfer.",
          payment_id: payment.id,
        })
      ).toMatchObject({
        status: 200,
        body: { exception: { status: "resolved", resolution: "assign" } },
      })
    }

    it("are captured once for the payment that the merchant named if the gateway confirms them", async () => {
      const { one, other, txHash, exception } = await shared()
      await assign(exception.id, one)

      await confirm(one, txHash)

      expect(await readRecords(store, one)).toMatchObject({
        orders: 1,
        captures: [12.5],
      })
      expect(await readRecords(store, other)).toMatchObject({
        orders: 0,
        captures: [],
      })
      expect(await openExceptions(store)).toEqual([])
      await expectConserved(store, api)
    })
  })
})

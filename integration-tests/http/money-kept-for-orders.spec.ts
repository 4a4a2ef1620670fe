import { readMedusaState } from "../setup/store/medusa-state"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import { PROVIDERS } from "../../tools/harness/shop/names"
import { waitFor } from "../../tools/harness/wait-for"
import { shownPayment } from "../../tools/harness/shop/payment-state"
import type {
  StoreOptionsResponse,
  StorePaymentsResponse,
} from "../../src/http-types"
import auditDepositsJob from "../../src/jobs/audit-deposits"
import {
  expectConserved,
  readDeposits,
  readOpenException,
  readOpenExceptions,
  readRefunds,
} from "../setup/admin/deposits"
import { AdminOperations } from "../setup/admin/admin-api"
import { enterOrder } from "../setup/admin/enter-order"
import { exceptionAfterRetries, outOfStock } from "../setup/admin/out-of-stock"
import { collect, payOtherwise } from "../setup/admin/pay-otherwise"
import { expectDue, expectNothingDue } from "../setup/admin/returned-money"
import { confirm, unanswered } from "../setup/admin/unanswered"
import { editOrder } from "../setup/store/edit-order"
import { later } from "../setup/store/later"
import { databaseOf, openExceptions, readPayment } from "../setup/store/ledger"
import {
  insertLostDeposit,
  insertLostRefund,
} from "../setup/store/lost-records"
import { medusaPaymentId } from "../setup/store/medusa-payment"
import { openWithoutCart } from "../setup/store/open-without-cart"
import { overpaidOrder } from "../setup/store/overpaid-order"
import { type PlacedOrder, placeOrder } from "../setup/store/place-order"
import { refuseCaptures } from "../setup/store/refuse-captures"
import {
  payAndSettle,
  payUntilKnown,
  reportAmount,
  settled,
} from "../setup/store/settled"
import { storeTest } from "../setup/store/store"
import { restoreProviders, unordered } from "../setup/store/unordered"

const CLOSE = { action: "close", note: "Served by an order of our own." }
const BUYER = "buyer@example.com"
const SENT_BACK = { ...CLOSE, sent: { tx_hash: `0x${"b2".repeat(32)}` } }

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const flow = async (general: object) => {
    const { status } = await api.admin.saveSettings({ general })
    expect(status).toBe(200)
  }
  const resolve = async (id: string, choice: object) => {
    const { status, body } = await api.resolve(id, choice)
    expect({ status, message: body.message }).toEqual({ status: 200 })
  }
  const cancel = async (order_id: string) => {
    await api.admin.post(`/admin/orders/${order_id}/cancel`, {})
    await later(store)
  }
  const audit = async () => await auditDepositsJob(store.container)
  const becomesDue = async (...amounts: string[]) =>
    await expectDue(store, api, ...amounts)
  const nothingIsDue = async () => await expectNothingDue(store, api)

  /** Received money of a buyer that has an order entered by hand. */
  const served = async () => {
    const { exception, ...open } = await outOfStock(store, api, "onchain")
    const order_id = await enterOrder(store, api)
    await resolve(exception.id, { ...CLOSE, order_id })
    return { ...open, order_id }
  }
  const refundOtherwise = async (id: string, amount: number) =>
    await api.admin.post(`/admin/payments/${id}/refund`, { amount })

  /** Expects that a collection can't be paid. */
  const isNotOffered = async (id: string) => {
    const body = await store.shopper.get<StoreOptionsResponse>(
      `/store/stablecoin/options?payment_collection_id=${id}`
    )
    expect(body.options).toEqual([])
    const started = await store.shopper.tryStartSession(
      { id: "", total: 0, payment_collection_id: id },
      PROVIDERS.onchain
    )
    expect(started).toMatchObject({ status: 400 })
  }

  describe("money that is kept for an order created manually", () => {
    /** An order of another customer, which the merchant entered by mistake or for a friend. */
    const ofOther = async () => {
      const order_id = await enterOrder(store, api)
      await databaseOf(store)("order")
        .where({ id: order_id })
        .update({ email: "other@example.com", customer_id: "cus_other" })
      return order_id
    }
    const boughtBy = async (order_id: string) => {
      const body = await store.shopper.get<StorePaymentsResponse>(
        `/store/stablecoin/payments?order_id=${order_id}`
      )
      return body.payments
    }

    it("an order of another customer takes it if the merchant confirms that, and stays theirs", async () => {
      const open = await outOfStock(store, api, "onchain")
      const { id } = open.exception
      const order_id = await ofOther()
      const choice = { ...CLOSE, order_id }
      expect(await api.resolve(id, choice)).toMatchObject({
        status: 400,
        body: {
          code: "other_customer",
          params: { theirs: "other@example.com", payers: BUYER },
        },
      })
      await resolve(id, { ...choice, other_customer: true })
      await later(store)

      const shown = await shownPayment(
        store.shopper,
        open.session.id,
        () => true
      )
      expect(shown).toMatchObject({ kept: true })
      expect(shown).not.toHaveProperty("order_id")
      expect(await boughtBy(order_id)).toEqual([])
      const { payment } = (await api.get(`payments/${open.id}`)).body
      expect(payment).toMatchObject({ customer: { email: BUYER } })
      const panel = await api.get(`orders/${order_id}`)
      expect(panel.body.payments).toMatchObject([{ id: open.id }])
      await isNotOffered(open.cart.payment_collection_id)
    })

    it("an order of another customer takes none of a payment by link without that", async () => {
      const own = await collect(api, await enterOrder(store, api))
      const { data } = await store.shopper.startSession(
        { id: "", total: 12.5, payment_collection_id: own },
        PROVIDERS.onchain
      )
      const payment = { rail: "onchain", id: String(data.payment_id) } as const
      await reportAmount(store, payment, 11.25)
      const { id } = await readOpenException(api)
      const order_id = await ofOther()
      expect(await api.resolve(id, { ...CLOSE, order_id })).toMatchObject({
        status: 400,
        body: { code: "other_customer", params: { payers: BUYER } },
      })
    })

    it("is not asked for a second time, with that order or with the buyer's cart", async () => {
      const { cart, order_id } = await served()
      await isNotOffered(await collect(api, order_id))
      await isNotOffered(cart.payment_collection_id)
      await nothingIsDue()
    })

    it("is not sent back when another payment of that order is refunded", async () => {
      const { order_id } = await served()
      await refundOtherwise(await payOtherwise(store, api, order_id), 2.5)
      await nothingIsDue()
    })

    it("is not sent back when it was transferred twice to a payment without a cart", async () => {
      const id = await openWithoutCart(store)
      await payAndSettle(store, id)
      const again = { payment: { tx_hash: `0x${"c4".repeat(32)}` } }
      const transfer = paidWebhook(store, { rail: "onchain", id }, again)
      await postSigned(store, "onchain", transfer)
      await settled(store)
      const exception = await readOpenException(api)
      expect(exception.kind).toBe("paid_twice")

      // Its buyer is unknown.
      const order_id = await enterOrder(store, api)
      const choice = { ...CLOSE, order_id, other_customer: true }
      await resolve(exception.id, choice)

      await nothingIsDue()
    })
  })

  describe("captured money without an order, whose buyer completes the cart afterwards,", () => {
    afterEach(async () => await restoreProviders(store))
    it("is not trusted to pay for that order once it is sent back", async () => {
      const { cart, exception } = await unordered(store, "onchain", true)
      await resolve(exception, SENT_BACK)
      await restoreProviders(store)

      const { body } = await store.shopper.complete(cart)
      expect(body.type).toBe("order")
      await later(store)
      await later(store)

      expect((await readOpenExceptions(api)).map(({ kind }) => kind)).toEqual([
        "order_without_money",
      ])
    })
  })

  it("a refund that Medusa refuses hides no other money from the audit", async () => {
    const { exception, ...open } = await unordered(store, "onchain", true)
    const order_id = await enterOrder(store, api)
    await resolve(exception, { ...CLOSE, order_id })
    await restoreProviders(store)
    await insertLostRefund(store, await medusaPaymentId(store, open))
    await later(store)
    await later(store)
    // The lost refund is an exception itself, which the merchant closes.
    await resolve((await readOpenException(api)).id, CLOSE)
    await cancel(order_id)
    const [kept] = await readDeposits(api, open.id)
    expect(kept).toMatchObject({
      allocations: [{ kind: "kept", amount: "12.50", order_id }],
    })
    const lost = await insertLostDeposit(store)
    await audit()
    await audit()
    const { body } = await api.get("exceptions?status=open&kind=unbalanced")
    const named = body.exceptions.map(
      ({ deposit_id, details }) =>
        `${deposit_id}: ${(details as { reason: string }).reason}`
    )
    expect(named.sort()).toEqual(
      [`${kept!.id}: kept_otherwise`, `${lost}: unallocated`].sort()
    )
  })

  describe("order first:", () => {
    beforeEach(async () => await flow({ checkout_flow: "order_first" }))

    /** An excess of 10.00 that pays for another order. */
    const excessUsed = async () => {
      const { order_id } = await overpaidOrder(store, api.admin)
      const exception = await readOpenException(api)
      const other = await enterOrder(store, api, { unit_price: 10 })
      await resolve(exception.id, { ...CLOSE, order_id: other })
      return { order_id, other }
    }
    const edit = async (order_id: string, quantity: number) => {
      await editOrder(api.admin, { order_id }, quantity)
      await settled(store)
      await later(store)
    }

    describe("an excess that pays for another order", () => {
      it("is not sent back as well once its own order is cancelled", async () => {
        const { order_id } = await excessUsed()
        await cancel(order_id)
        await becomesDue("22.50")
      })

      it("does not pay for its own order too once that is edited up", async () => {
        const { order_id } = await excessUsed()
        await edit(order_id, 3)
        expect(await readOpenException(api)).toMatchObject({
          kind: "amount_due_changed",
          details: { total: "32.50", taken: "22.50" },
        })
        await expectConserved(store, api)
      })

      it("is not offered again once its own order is edited down further, and is due as far as the cancelled one of two other orders used it", async () => {
        const { order_id } = await excessUsed()
        await edit(order_id, 1)
        const { id, held } = await readOpenException(api)
        expect(held).toMatchObject({ amount: "10.00" })
        const second = await enterOrder(store, api, { unit_price: 10 })
        await resolve(id, { ...CLOSE, order_id: second })
        await cancel(second)
        await becomesDue("10.00")
        await audit()
        await becomesDue("10.00")
      })
    })

    it("money that its own order waits for is not kept for it, but captured", async () => {
      const placed = await placeOrder(store, "onchain")
      const { exception } = await unanswered(store, api, placed)
      const { order_id } = placed
      await api.refusesToResolve(
        exception.id,
        { ...CLOSE, order_id },
        400,
        /the payment's own order/
      )
    })

    describe("too little money that the merchant keeps for its own order", () => {
      const short = async (amount: number) => {
        const placed = await placeOrder(store, "onchain")
        await report(placed.id, amount, "a1")
        return { ...placed, exception: await readOpenException(api) }
      }
      const keptShort = async (amount: number) => {
        const { exception, ...placed } = await short(amount)
        await resolve(exception.id, { ...CLOSE, order_id: placed.order_id })
        await later(store)
        return placed
      }
      const send = async (id: string, amount: number, hash: string) => {
        const tx_hash = `0x${hash.repeat(32)}`
        const over = { amount, payment: { tx_hash } }
        const event = paidWebhook(store, { rail: "onchain", id }, over)
        await postSigned(store, "onchain", event)
      }
      const report = async (...money: Parameters<typeof send>) => {
        await send(...money)
        await later(store)
      }
      const options = async ({ cart }: PlacedOrder) =>
        await store.shopper.get<StoreOptionsResponse>(
          `/store/stablecoin/options?payment_collection_id=${cart.payment_collection_id}`
        )
      const startRest = async ({ cart }: PlacedOrder, rest: string) => {
        const { data } = await store.shopper.startSession(
          cart,
          PROVIDERS.onchain
        )
        expect(data).toMatchObject({ amount: rest })
        await later(store)
        return String(data.payment_id)
      }
      /** The rest of the order is asked for by a new payment. */
      const payRest = async (placed: PlacedOrder, rest: string) => {
        await payAndSettle(store, await startRest(placed, rest))
        await becomesDue()
        expect(await openExceptions(store)).toEqual([])
        await isNotOffered(placed.cart.payment_collection_id)
      }
      const statusOf = async ({ session }: PlacedOrder) =>
        await shownPayment(store.shopper, session.id, () => true)
      const markAsPaid = async (order_id: string, collection: string) => {
        const path = `/admin/payment-collections/${collection}/mark-as-paid`
        await api.admin.post(path, { order_id })
        await settled(store)
        await later(store)
      }

      it("leaves the order standing, its buyer is asked for the rest, and it is enough once that is refunded in Medusa", async () => {
        const placed = await keptShort(11.25)
        const { order_id } = placed

        expect(await readMedusaState(store, placed.cart)).toMatchObject({
          orders: [{ id: order_id, status: "pending" }],
        })
        expect(await statusOf(placed)).toMatchObject({
          status: "paid",
          final: true,
          redirect_url: null,
          order_id,
          paid: { amount: "11.25", currency: "USDT" },
        })
        expect(await options(placed)).toMatchObject({
          total: "1.25",
          earlier: null,
          in_question: [],
        })
        const orderOfKept = async () => {
          const deposits = await readDeposits(api, placed.id)
          return deposits[0]?.allocations
        }
        const { payment_collection_id } = placed.cart
        expect(await orderOfKept()).toMatchObject([
          { order: { missing: "1.25", payment_collection_id } },
        ])

        await payRest(placed, "1.25")

        const { id } = await databaseOf(store)("payment")
          .where({ payment_collection_id })
          .first<{ id: string }>("id")
        await refundOtherwise(id, 1.25)
        await becomesDue("1.25")
        expect(await orderOfKept()).toMatchObject([
          { order: { missing: "0.00" } },
        ])
      })

      it("pays for another order that waits for its own payment, which ends", async () => {
        const others = [
          await placeOrder(store, "onchain"),
          await placeOrder(store, "onchain"),
        ]
        const placed = await placeOrder(store, "onchain")
        const { order_id } = placed
        for (const [index, amount] of [11.25, 1.25].entries()) {
          await report(others[index]!.id, amount, `b${index}`)
          const { id } = await readOpenException(api)
          await resolve(id, { ...CLOSE, order_id })
        }
        await settled(store)
        expect(await statusOf(placed)).toMatchObject({
          status: "paid",
          final: true,
          redirect_url: null,
          order_id,
        })
        const shown = await store.shopper.get<StorePaymentsResponse>(
          `/store/stablecoin/payments?order_id=${order_id}`
        )
        expect(shown).toMatchObject({
          payments: [{ session_id: placed.session.id }],
          paid_otherwise: [{ amount: "12.50", currency: "USDT" }],
        })
        expect(await options(placed)).toMatchObject({ total: "0.00" })
        const [order] = store.sandbox.orders().slice(-1)
        expect(order).toMatchObject({ status: "cancelled" })
        expect(await readMedusaState(store, placed.cart)).toMatchObject({
          orders: [{ id: order_id, status: "pending" }],
        })
        await report(placed.id, 13.75, "c2")
        expect(await readOpenException(api)).toMatchObject({
          held: { amount: "13.75" },
          order_missing: "0.00",
        })
      })

      it("is sent back once, when the order is edited down or cancelled", async () => {
        const placed = await placeOrder(store, "onchain")
        const { order_id } = placed
        await editOrder(api.admin, placed, 2)
        await payAndSettle(store, placed.id)
        await report(await startRest(placed, "10.00"), 8, "a1")
        const [, few] = await readOpenExceptions(api)
        await resolve(few!.id, { ...CLOSE, order_id })
        await payRest(placed, "2.00")

        await edit(order_id, 1)
        await becomesDue("8.00")
        const excess = await readOpenException(api)
        expect(excess.held).toMatchObject({ amount: "2.00" })
        await cancel(order_id)
        const due = (await readRefunds(api)).map(({ amount }) => amount)
        expect(due.sort()).toEqual(["12.50", "2.00", "8.00"])
        await expectConserved(store, api)
      })

      it("is no reason to ask for a rest while the whole amount is captured, and sent back after that", async () => {
        const placed = await keptShort(2)
        const order = databaseOf(store)("order").where({ id: placed.order_id })
        // Medusa may still remove it, so that settling waits.
        await order.clone().update({ created_at: new Date() })
        await send(placed.id, 12.5, "b2")
        await waitFor("the payment to be paid", async () => {
          const { status } = await readPayment(store, placed.id)
          return status === "paid"
        })

        expect(await options(placed)).toMatchObject({
          total: "0.00",
          options: [],
        })
        expect(await readDeposits(api, placed.id)).toMatchObject([
          {},
          { allocations: [{ order: { missing: "0.00" } }] },
        ])

        await order.clone().update({ created_at: new Date(0) })
        await later(store)
        await becomesDue("2.00")
        expect(await readRefunds(api)).toMatchObject([
          { reason: "The order that it was kept for no longer needs it" },
        ])
        expect(await readOpenExceptions(api)).toEqual([])
      })

      it("counts for the order next to what the merchant marks as paid, and not on top of it", async () => {
        const placed = await keptShort(8)
        const { order_id } = placed
        await markAsPaid(order_id, await collect(api, order_id))
        await edit(order_id, 2)
        expect(await options(placed)).toMatchObject({ total: "10.00" })
        await payRest(placed, "10.00")
      })

      it("grows by a corrected report, and the rest counts as well", async () => {
        const { order_id, id } = await keptShort(11.25)
        await report(id, 12.5, "a1")
        const rest = await readOpenException(api)
        expect(rest.held).toMatchObject({ amount: "1.25" })
        await resolve(rest.id, { ...CLOSE, order_id })
        await becomesDue()
        expect(await openExceptions(store)).toEqual([])
      })

      it("may be what an earlier total had asked for", async () => {
        const placed = await placeOrder(store, "onchain")
        await edit(placed.order_id, 2)
        await startRest(placed, "22.50")
        await payAndSettle(store, placed.id)
        await later(store)
        const { id, kind } = await readOpenException(api)
        expect(kind).toBe("cart_changed")
        await resolve(id, { ...CLOSE, order_id: placed.order_id })
        await payRest(placed, "10.00")
      })

      it("may not be more than the order asks for", async () => {
        const { exception, ...placed } = await short(15)
        const choice = { ...CLOSE, order_id: placed.order_id }
        expect(await api.resolve(exception.id, choice)).toMatchObject({
          status: 400,
          body: { code: "small_order", params: { excess: "2.50 USDT" } },
        })
        await resolve(exception.id, {
          ...CLOSE,
          action: "refund",
          refund: { amount: "2.50" },
        })
        await resolve(exception.id, choice)
        await later(store)
        await becomesDue("2.50")
        await isNotOffered(placed.cart.payment_collection_id)
      })
    })

    it("an order is not sent unpaid: its money is confirmed after it was kept for another order", async () => {
      const placed = await placeOrder(store, "onchain")
      const { exception } = await unanswered(store, api, placed)
      const order_id = await enterOrder(store, api)
      await resolve(exception.id, { ...CLOSE, order_id })
      await confirm(store, placed)
      await audit()
      // It was cancelled with its payment.
      expect(await readMedusaState(store, placed.cart)).toMatchObject({
        orders: [{ status: "canceled" }],
        captures: [],
      })
      await expectConserved(store, api)
    })

    it("an order is not sent unpaid: its refund due was kept as a credit", async () => {
      const placed = await placeOrder(store, "onchain")
      await refuseCaptures(store, async () => {
        await payUntilKnown(store, placed)
        await exceptionAfterRetries(store, placed)
        const { id } = await readOpenException(api)
        await resolve(id, { ...CLOSE, action: "refund" })
      })
      await later(store)
      const { body } = await api.get("exceptions?kind=refund_due")
      const refund = String(body.exceptions[0]?.id)
      await resolve(refund, { ...CLOSE, kept: "A credit." })
      await later(store)
      await audit()
      expect(await openExceptions(store)).toEqual(["order_without_money"])
      await expectConserved(store, api)
    })
  })
})

import { Modules } from "@medusajs/framework/utils"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import { waitFor } from "../../tools/harness/wait-for"
import { shownPayment } from "../../tools/harness/shop/payment-state"
import auditDepositsJob from "../../src/jobs/audit-deposits"
import { AdminOperations } from "../setup/admin/admin-api"
import { refuseCaptures } from "../setup/store/refuse-captures"
import { storeTest } from "../setup/store/store"
import { restoreProviders, unordered } from "../setup/store/unordered"
import type { PlacedOrder, TestStore } from "../setup/store/test-store"

const BUYER = "buyer@example.com"
const SENT_BACK = { action: "close", sent: { tx_hash: `0x${"b2".repeat(32)}` } }

/**
 * Inserts a refund of 6.25 of Medusa's, as if a process had died before it was
 * in the ledger.
 */
async function insertLostRefund(
  store: TestStore,
  payment_id: string
): Promise<void> {
  const created_at = new Date(Date.now() - 10 * 60_000)
  await store.db("refund").insert({
    id: "ref_lost",
    payment_id,
    amount: 6.25,
    raw_amount: JSON.stringify({ value: "6.25", precision: 20 }),
    created_at,
    updated_at: created_at,
  })
}

/**
 * Inserts a deposit of 25.00 that nothing uses, and dates all others as old and
 * live too. @returns its id
 */
async function insertLostDeposit(store: TestStore): Promise<string> {
  const db = store.db
  const epoch = new Date(0)
  const old = { created_at: epoch, updated_at: epoch }
  await db("stablecoin_deposit").update({ ...old, mode: "live" })
  await db("stablecoin_allocation").update(old)
  await db("stablecoin_deposit").insert({
    ...old,
    id: "stdep_lost",
    rail: "onchain",
    amount: "25.00",
    currency: "USDT",
    chain: "POLYGON",
    gateway_reference: "stdep_lost",
    arrived_at: epoch,
    confirmed_at: epoch,
  })
  return "stdep_lost"
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const cancel = async (order_id: string) => {
    await api.admin.cancelOrder(order_id)
    await store.later()
  }
  const audit = async () => await auditDepositsJob(store.container)
  const amountsDue = async () => {
    const refunds = await api.readRefunds()
    return refunds.flatMap(({ status, amount }) =>
      status === "due" ? [amount] : []
    )
  }
  /** Expects money to become due to buyers, once, the newest first. */
  const becomesDue = async (...amounts: string[]) => {
    await waitFor("the refunds due", async () => {
      const due = await amountsDue()
      return due.length >= amounts.length
    })
    await store.later()
    await audit()
    expect(await amountsDue()).toEqual(amounts)
    await api.expectConserved()
  }
  /** Expects that no money is returned, and that the merchant is asked nothing. */
  const nothingIsDue = async () => {
    await becomesDue()
    expect(await api.readRefunds()).toEqual([])
    expect(await store.openExceptions()).toEqual([])
  }

  /** Received money of a buyer that has an order entered by hand. */
  const served = async () => {
    const { exception, ...open } = await api.outOfStock("onchain")
    const order_id = await api.admin.enterOrder()
    await api.mustResolve(exception.id, { action: "close", order_id })
    return { ...open, order_id }
  }
  /** Expects that a collection can't be paid. */
  const isNotOffered = async (id: string) => {
    const body = await store.readOptions({ payment_collection_id: id })
    expect(body.options).toEqual([])
    const started = await store.tryStartSession(
      { payment_collection_id: id },
      "onchain"
    )
    expect(started).toMatchObject({ status: 400 })
  }

  describe("money that is kept for an order created manually", () => {
    /** An order of another customer, which the merchant entered by mistake or for a friend. */
    const ofOther = async () => {
      const order_id = await api.admin.enterOrder()
      await store
        .db("order")
        .where({ id: order_id })
        .update({ email: "other@example.com", customer_id: "cus_other" })
      return order_id
    }
    const boughtBy = async (order_id: string) => {
      const body = await store.readShownPayments(order_id)
      return body.payments
    }

    it("an order of another customer takes it if the merchant confirms that, and stays theirs", async () => {
      const open = await api.outOfStock("onchain")
      const { id } = open.exception
      const order_id = await ofOther()
      const choice = { action: "close", order_id }
      expect(await api.resolve(id, choice)).toMatchObject({
        status: 400,
        body: {
          code: "other_customer",
          params: { theirs: "other@example.com", payers: BUYER },
        },
      })
      await api.mustResolve(id, { ...choice, other_customer: true })
      await store.later()

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
      const own = await api.admin.collect(await api.admin.enterOrder())
      const { data } = await store.startSession(
        { payment_collection_id: own },
        "onchain"
      )
      const payment = { rail: "onchain", id: String(data.payment_id) } as const
      await store.report(payment, { amount: 11.25 })
      const { id } = await api.readOpenException()
      const order_id = await ofOther()
      expect(
        await api.resolve(id, { action: "close", order_id })
      ).toMatchObject({
        status: 400,
        body: { code: "other_customer", params: { payers: BUYER } },
      })
    })

    it("is not asked for a second time, with that order or with the buyer's cart", async () => {
      const { cart, order_id } = await served()
      await isNotOffered(await api.admin.collect(order_id))
      await isNotOffered(cart.payment_collection_id)
      await nothingIsDue()
    })

    it("is sent back to the cent, where a tax leaves fractions of one", async () => {
      const { order_id } = await served()
      const costs = async (total: string) =>
        await store
          .db("order_summary")
          .where({ order_id })
          .update({
            totals: store.db.raw(
              `jsonb_set(totals, '{raw_current_order_total,value}', ?)`,
              [JSON.stringify(total)]
            ),
          })
      await costs("12.496")
      await nothingIsDue()
      await costs("10.003")
      await audit()
      await becomesDue("2.50")
    })

    it("is not sent back when another payment of that order is refunded", async () => {
      const { order_id } = await served()
      await api.admin.refund(await api.admin.payOtherwise(order_id), 2.5)
      await nothingIsDue()
    })

    it("is not sent back when it was transferred twice to a payment without a cart", async () => {
      const service = store.container.resolve(Modules.PAYMENT)
      const amount = { currency_code: "usd", amount: 12.5 }
      const [collection] = await service.createPaymentCollections([amount])
      const session = await store.startSession(
        { payment_collection_id: collection!.id },
        "onchain"
      )
      const id = String(session.data.payment_id)
      await store.pay(id)
      const again = { payment: { tx_hash: `0x${"c4".repeat(32)}` } }
      await store.report({ rail: "onchain", id }, again)
      const exception = await api.readOpenException()
      expect(exception.kind).toBe("paid_twice")

      // Its buyer is unknown.
      const order_id = await api.admin.enterOrder()
      const choice = { action: "close", order_id, other_customer: true }
      await api.mustResolve(exception.id, choice)

      await nothingIsDue()
    })
  })

  describe("captured money without an order, whose buyer completes the cart afterwards,", () => {
    afterEach(async () => await restoreProviders(store))
    it("is not trusted to pay for that order once it is sent back", async () => {
      const { cart, exception } = await unordered(store, true)
      await api.mustResolve(exception, SENT_BACK)
      await restoreProviders(store)

      const { body } = await store.shopper.complete(cart)
      expect(body.type).toBe("order")
      await store.later()
      await store.later()

      expect((await api.readOpenExceptions()).map(({ kind }) => kind)).toEqual([
        "order_without_money",
      ])
    })
  })

  it("a refund that Medusa refuses hides no other money from the audit", async () => {
    const { exception, ...open } = await unordered(store, true)
    const order_id = await api.admin.enterOrder()
    await api.mustResolve(exception, { action: "close", order_id })
    await restoreProviders(store)
    await insertLostRefund(store, await store.medusaPaymentId(open))
    await store.later()
    await store.later()
    // The lost refund is an exception itself, which the merchant closes.
    await api.mustResolveOnly({ action: "close" })
    await cancel(order_id)
    const [kept] = await api.readDeposits(open.id)
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
    beforeEach(
      async () => await api.admin.saveGeneral({ checkout_flow: "order_first" })
    )

    /** An excess of 10.00 that pays for another order. */
    const excessUsed = async () => {
      const { order_id } = await api.overpaidOrder()
      const exception = await api.readOpenException()
      const other = await api.admin.enterOrder({ unit_price: 10 })
      await api.mustResolve(exception.id, { action: "close", order_id: other })
      return { order_id, other }
    }
    const edit = async (order_id: string, quantity: number) => {
      await api.admin.editOrder({ order_id }, quantity)
      await store.settled()
      await store.later()
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
        expect(await api.readOpenException()).toMatchObject({
          kind: "amount_due_changed",
          details: { total: "32.50", taken: "22.50" },
        })
        await api.expectConserved()
      })

      it("is not offered again once its own order is edited down further, and is due as far as the cancelled one of two other orders used it", async () => {
        const { order_id } = await excessUsed()
        await edit(order_id, 1)
        const { id, held } = await api.readOpenException()
        expect(held).toMatchObject({ amount: "10.00" })
        const second = await api.admin.enterOrder({ unit_price: 10 })
        await api.mustResolve(id, { action: "close", order_id: second })
        await cancel(second)
        await becomesDue("10.00")
        await audit()
        await becomesDue("10.00")
      })
    })

    it("money that its own order waits for is not kept for it, but captured", async () => {
      const placed = await store.placeOrder("onchain")
      const { exception } = await api.unanswered(placed)
      const { order_id } = placed
      await api.refusesToResolve(
        exception.id,
        { action: "close", order_id },
        400,
        /the payment's own order/
      )
    })

    describe("too little money that the merchant keeps for its own order", () => {
      const short = async (amount: number) => {
        const placed = await store.placeOrder("onchain")
        await report(placed.id, amount, "a1")
        return { ...placed, exception: await api.readOpenException() }
      }
      const keptShort = async (amount: number) => {
        const { exception, ...placed } = await short(amount)
        await api.mustResolve(exception.id, {
          action: "close",
          order_id: placed.order_id,
        })
        await store.later()
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
        await store.later()
      }
      const options = async ({ cart }: PlacedOrder) =>
        await store.readOptions({
          payment_collection_id: cart.payment_collection_id,
        })
      const startRest = async ({ cart }: PlacedOrder, rest: string) => {
        const { data } = await store.startSession(cart, "onchain")
        expect(data).toMatchObject({ amount: rest })
        await store.later()
        return String(data.payment_id)
      }
      /** The rest of the order is asked for by a new payment. */
      const payRest = async (placed: PlacedOrder, rest: string) => {
        await store.pay(await startRest(placed, rest))
        await becomesDue()
        expect(await store.openExceptions()).toEqual([])
        await isNotOffered(placed.cart.payment_collection_id)
      }
      const statusOf = async ({ session }: PlacedOrder) =>
        await shownPayment(store.shopper, session.id, () => true)
      const markAsPaid = async (order_id: string, collection: string) => {
        const path = `/admin/payment-collections/${collection}/mark-as-paid`
        await api.admin.post(path, { order_id })
        await store.settled()
        await store.later()
      }

      it("leaves the order standing, its buyer is asked for the rest, and it is enough once that is refunded in Medusa", async () => {
        const placed = await keptShort(11.25)
        const { order_id } = placed

        expect(await store.readMedusaState(placed.cart)).toMatchObject({
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
          const deposits = await api.readDeposits(placed.id)
          return deposits[0]?.allocations
        }
        const { payment_collection_id } = placed.cart
        expect(await orderOfKept()).toMatchObject([
          { order: { missing: "1.25" } },
        ])

        await payRest(placed, "1.25")

        const { id } = await store
          .db("payment")
          .where({ payment_collection_id })
          .first<{ id: string }>("id")
        await api.admin.refund(id, 1.25)
        await becomesDue("1.25")
        expect(await orderOfKept()).toMatchObject([
          { order: { missing: "0.00" } },
        ])
      })

      it("pays for another order that waits for its own payment, which ends", async () => {
        const others = [
          await store.placeOrder("onchain"),
          await store.placeOrder("onchain"),
        ]
        const placed = await store.placeOrder("onchain")
        const { order_id } = placed
        for (const [index, amount] of [11.25, 1.25].entries()) {
          await report(others[index]!.id, amount, `b${index}`)
          await api.mustResolveOnly({ action: "close", order_id })
        }
        await store.settled()
        expect(await statusOf(placed)).toMatchObject({
          status: "paid",
          final: true,
          redirect_url: null,
          order_id,
        })
        const shown = await store.readShownPayments(order_id)
        expect(shown).toMatchObject({
          payments: [{ session_id: placed.session.id }],
          paid_otherwise: [{ amount: "12.50", currency: "USDT" }],
        })
        expect(await options(placed)).toMatchObject({ total: "0.00" })
        const [order] = store.sandbox.orders().slice(-1)
        expect(order).toMatchObject({ status: "cancelled" })
        expect(await store.readMedusaState(placed.cart)).toMatchObject({
          orders: [{ id: order_id, status: "pending" }],
        })
        await report(placed.id, 13.75, "c2")
        expect(await api.readOpenException()).toMatchObject({
          held: { amount: "13.75" },
          order_missing: "0.00",
        })
      })

      it("is sent back once, when the order is edited down or cancelled", async () => {
        const placed = await store.placeOrder("onchain")
        const { order_id } = placed
        await api.admin.editOrder(placed, 2)
        await store.pay(placed.id)
        await report(await startRest(placed, "10.00"), 8, "a1")
        const [, few] = await api.readOpenExceptions()
        await api.mustResolve(few!.id, { action: "close", order_id })
        await payRest(placed, "2.00")

        await edit(order_id, 1)
        await becomesDue("8.00")
        const excess = await api.readOpenException()
        expect(excess.held).toMatchObject({ amount: "2.00" })
        await cancel(order_id)
        const due = (await api.readRefunds()).map(({ amount }) => amount)
        expect(due.sort()).toEqual(["12.50", "2.00", "8.00"])
        await api.expectConserved()
      })

      it("is no reason to ask for a rest while the whole amount is captured, and sent back after that", async () => {
        const placed = await keptShort(2)
        const order = store.db("order").where({ id: placed.order_id })
        // Medusa may still remove it, so that settling waits.
        await order.clone().update({ created_at: new Date() })
        await send(placed.id, 12.5, "b2")
        await waitFor("the payment to be paid", async () => {
          const { status } = await store.readPayment(placed.id)
          return status === "paid"
        })

        expect(await options(placed)).toMatchObject({
          total: "0.00",
          options: [],
        })
        expect(await api.readDeposits(placed.id)).toMatchObject([
          {},
          { allocations: [{ order: { missing: "0.00" } }] },
        ])

        await order.clone().update({ created_at: new Date(0) })
        await store.later()
        await becomesDue("2.00")
        expect(await api.readRefunds()).toMatchObject([
          { reason: "The order that it was kept for no longer needs it" },
        ])
        expect(await api.readOpenExceptions()).toEqual([])
      })

      it("counts for the order next to what the merchant marks as paid, and not on top of it", async () => {
        const placed = await keptShort(8)
        const { order_id } = placed
        await markAsPaid(order_id, await api.admin.collect(order_id))
        await edit(order_id, 2)
        expect(await options(placed)).toMatchObject({ total: "10.00" })
        await payRest(placed, "10.00")
      })

      it("grows by a corrected report, and the rest counts as well", async () => {
        const { order_id, id } = await keptShort(11.25)
        await report(id, 12.5, "a1")
        const rest = await api.readOpenException()
        expect(rest.held).toMatchObject({ amount: "1.25" })
        await api.mustResolve(rest.id, { action: "close", order_id })
        await becomesDue()
        expect(await store.openExceptions()).toEqual([])
      })

      it("may be what an earlier total had asked for", async () => {
        const placed = await store.placeOrder("onchain")
        await edit(placed.order_id, 2)
        await startRest(placed, "22.50")
        await store.pay(placed.id)
        await store.later()
        const { id, kind } = await api.readOpenException()
        expect(kind).toBe("cart_changed")
        await api.mustResolve(id, {
          action: "close",
          order_id: placed.order_id,
        })
        await payRest(placed, "10.00")
      })

      it("may not be more than the order asks for", async () => {
        const { exception, ...placed } = await short(15)
        const choice = { action: "close", order_id: placed.order_id }
        expect(await api.resolve(exception.id, choice)).toMatchObject({
          status: 400,
          body: { code: "small_order", params: { excess: "2.50 USDT" } },
        })
        await api.mustResolve(exception.id, {
          action: "refund",
          refund: { amount: "2.50" },
        })
        await api.mustResolve(exception.id, choice)
        await store.later()
        await becomesDue("2.50")
        await isNotOffered(placed.cart.payment_collection_id)
      })
    })

    it("an order is not sent unpaid: its money is confirmed after it was kept for another order", async () => {
      const placed = await store.placeOrder("onchain")
      const { exception } = await api.unanswered(placed)
      const order_id = await api.admin.enterOrder()
      await api.mustResolve(exception.id, { action: "close", order_id })
      await store.report(placed)
      await store.later()
      await audit()
      // It was cancelled with its payment.
      expect(await store.readMedusaState(placed.cart)).toMatchObject({
        orders: [{ status: "canceled" }],
        captures: [],
      })
      await api.expectConserved()
    })

    it("an order is not sent unpaid: its refund due was kept as a credit", async () => {
      const placed = await store.placeOrder("onchain")
      await refuseCaptures(store, async () => {
        await store.payUntilKnown(placed)
        await store.exceptionAfterRetries(placed)
        await api.mustResolveOnly({ action: "refund" })
      })
      await store.later()
      const { body } = await api.get("exceptions?kind=refund_due")
      const refund = String(body.exceptions[0]?.id)
      await api.mustResolve(refund, { action: "close", kept: "A credit." })
      await store.later()
      await audit()
      expect(await store.openExceptions()).toEqual(["order_without_money"])
      await api.expectConserved()
    })
  })
})

import {
  convertDraftOrderWorkflow,
  deleteDraftOrdersWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import type { OpenPayment } from "../setup/store/test-store"

type Draft = { id: string; display_id: number; is_draft: boolean }

type AskedCart = {
  email: string
  total: number
  items: { unit_price: number }[]
  shipping_methods: { name: string }[]
  shipping_address: { address_1: string }
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  /** A payment for which the gateway reported another amount. */
  const mismatched = async (amount = 11.25) => {
    const open = await store.openPayment("onchain")
    store.sandbox.trigger(PAID_EVENTS.onchain, { orderNo: open.id }, { amount })
    await store.settled()
    return { ...open, exception: await api.readOpenException() }
  }
  const draft = async (exception: { id: string }) => {
    const { status, body } = await api.post(
      `exceptions/${exception.id}/draft-order`,
      {}
    )
    const { draft_order } = body as unknown as { draft_order: Draft }
    return { status, message: body.message, draft_order }
  }
  const sendBack = async (exception: { id: string }) => {
    const resolved = await api.resolve(exception.id, {
      action: "refund",
      refund: {},
    })
    expect(resolved).toMatchObject({ status: 200 })
    await store.later()
  }
  const convert = async ({ id }: Pick<Draft, "id">) => {
    await convertDraftOrderWorkflow(store.container).run({ input: { id } })
    await store.later()
  }
  /** The records that the page of an order shows to its buyer. */
  const boughtBy = async (order_id: string) =>
    await store.readShownPayments(order_id)
  const drafts = async () =>
    await store.db("order").where({ is_draft_order: true })

  describe("a buyer whose money can't pay the cart", () => {
    it("gets the goods by a draft order of that cart, which then has the money", async () => {
      const { id, cart, exception } = await mismatched()

      const { status, message, draft_order } = await draft(exception)

      expect({ status, message }).toEqual({ status: 200 })
      expect(draft_order).toMatchObject({
        is_draft: true,
        total: "12.50",
        currency_code: "usd",
      })
      const { draft_order: made } = await api.admin.get<{
        draft_order: Record<string, unknown>
      }>(
        `/admin/draft-orders/${draft_order.id}?fields=*items,*shipping_address,*shipping_methods,total,email,status`
      )
      const { cart: asked } = await store.shopper.get<{ cart: AskedCart }>(
        `/store/carts/${cart.id}?fields=email,total,*items,*shipping_methods,*shipping_address`
      )
      expect(made).toMatchObject({
        status: "draft",
        email: asked.email,
        total: asked.total,
        items: [{ unit_price: asked.items[0]!.unit_price, quantity: 1 }],
        shipping_methods: [{ name: asked.shipping_methods[0]!.name }],
        shipping_address: { address_1: asked.shipping_address.address_1 },
      })
      const { body } = await api.get(`payments/${id}`)
      expect(body.payment).toMatchObject({
        draft_order: { id: draft_order.id },
        customer: { email: asked.email },
        cart: { total: "12.50", items: [{ quantity: 1 }] },
      })

      const resolved = await api.resolve(exception.id, {
        action: "close",
        order_id: `#${draft_order.display_id}`,
      })
      const order = { missing: "1.25", currency: "usd" }
      expect(resolved).toMatchObject({
        status: 200,
        body: {
          exception: {
            status: "resolved",
            deposit: { allocations: [{ amount: "11.25", order }] },
          },
        },
      })
      await store.later()
      const { payment } = (await api.get(`payments/${id}`)).body
      expect(payment).toMatchObject({
        kept_for: {
          display_id: draft_order.display_id,
          is_confirmed: true,
        },
        draft_order: { is_draft: false },
        needs_attention: false,
      })
      expect(await boughtBy(draft_order.id)).toMatchObject({
        payments: [{ reference: id, paid: { amount: "11.25" } }],
        due: { total: "1.25", currency_code: "usd" },
      })
      // The database has microseconds.
      const { resolved_at } = resolved.body.exception
      const [ordered, closed] = [payment.ordered_at, resolved_at].map((at) =>
        Date.parse(String(at))
      )
      expect(Math.abs(Number(ordered) - Number(closed))).toBeLessThan(100)
    })

    it("is not forgotten while Medusa can't convert the draft order: the exception stays open", async () => {
      const { id, exception } = await mismatched()
      const { draft_order } = await draft(exception)
      const serving = { action: "close", order_id: draft_order.id } as const
      await api.admin.setStock(0)

      const resolved = await api.resolve(exception.id, serving)
      await api.admin.setStock(100)

      expect(resolved).toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(
            `could not convert draft order #${draft_order.display_id} .*Nothing was changed`
          ),
        },
      })
      expect(await store.openExceptions()).toEqual(["deposit_mismatch.amount"])
      expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
        draft_order: { is_draft: true },
        deposits: [{ allocations: [] }],
      })

      await api.mustResolve(exception.id, serving)
      expect(await store.openExceptions()).toEqual([])
      expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
        draft_order: { is_draft: false },
      })
    })

    it("is not converted by a decision that is refused", async () => {
      const { id, exception } = await mismatched()
      const { draft_order } = await draft(exception)

      const refused = await api.resolve(exception.id, {
        action: "close",
        held: "1.00",
        order_id: draft_order.id,
      })

      expect(refused).toMatchObject({
        status: 409,
        body: { code: "held_changed" },
      })
      expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
        draft_order: { is_draft: true },
      })
    })

    it("is asked for nothing by a converted order while the money is undecided, and gets no goods unnoticed once it goes back", async () => {
      await api.admin.enterOrder()
      const { exception } = await mismatched()
      const { draft_order } = await draft(exception)
      await convert(draft_order)
      const { body } = await api.get(`orders/${draft_order.id}`)
      expect(body.due).toBeNull()
      expect(body.exceptions).toMatchObject([{ id: exception.id }])

      await sendBack(exception)
      expect(await store.openExceptions()).toEqual([
        "refund_due",
        "order_without_money",
      ])
    })

    /** An order that was converted, though its money is sent back. */
    const withoutMoney = async () => {
      const { id, cart, exception } = await mismatched()
      const { draft_order } = await draft(exception)
      await sendBack(exception)
      expect(await store.openExceptions()).toEqual(["refund_due"])
      await convert(draft_order)
      return { id, cart, order_id: draft_order.id }
    }

    it("gets no goods unnoticed: that order names its payment and the exception", async () => {
      const { id, order_id } = await withoutMoney()
      const { body } = await api.get("exceptions?group=return")
      const unpaid = { kind: "order_without_money", order: { id: order_id } }
      expect(body.exceptions).toMatchObject([unpaid])
      const panel = await api.get(`orders/${order_id}`)
      expect(panel.body).toMatchObject({
        payments: [{ id, order: { id: order_id } }],
        exceptions: [unpaid, { kind: "refund_due" }],
        due: { amount: "12.50" },
      })
    })

    it("sees the money that goes back instead of ways to pay, until that order is cancelled", async () => {
      const { id, cart, order_id } = await withoutMoney()
      const offered = async () => await store.readOptions({ cart_id: cart.id })
      const sentBack = [{ sent_back: "due", in_question: true }]
      expect(await offered()).toMatchObject({
        options: [],
        in_question: sentBack,
      })

      await api.admin.cancelOrder(order_id)
      await store.later()
      const { options, in_question } = await offered()
      expect(in_question).toEqual([])
      expect(options.length).toBeGreaterThan(0)
      const back = { reference: id, sent_back: "due", refunds: [{}] }
      expect(await boughtBy(order_id)).toMatchObject({ payments: [back] })
      expect(await store.openExceptions()).toEqual(["refund_due"])

      // An order that is another customer's by now does not lead to it.
      await store
        .db("order")
        .where({ id: order_id })
        .update({ customer_id: null, email: "other@example.com" })
      expect(await boughtBy(order_id)).toMatchObject({ payments: [] })
    })

    it("leaves no exception once such an order is paid otherwise", async () => {
      const { order_id } = await withoutMoney()
      await api.admin.payOtherwise(order_id)
      await store.later()
      expect(await store.openExceptions()).toEqual(["refund_due"])
    })

    it("gets the goods after all, by the draft order whose money was to be sent back", async () => {
      const { exception } = await mismatched()
      const { draft_order } = await draft(exception)
      await sendBack(exception)
      const { body } = await api.get("exceptions?kind=refund_due&status=open")
      const [due] = body.exceptions
      await api.mustResolve(String(due?.id), {
        action: "close",
        order_id: draft_order.id,
      })
      await store.later()
      expect(await store.openExceptions()).toEqual([])
    })

    it("gets one draft order, also if the process died, two merchants press at once, and again", async () => {
      const { id, exception } = await mismatched()
      jest
        .spyOn(store.container.resolve(Modules.ORDER), "createOrders")
        .mockRejectedValueOnce(new Error("The process died."))
      expect(await draft(exception)).toMatchObject({ status: 500 })
      const { draft_order_id } = await store.readPayment(id)
      const both = await Promise.all([draft(exception), draft(exception)])
      const again = await draft(exception)
      expect([...both, again].map(({ draft_order }) => draft_order.id)).toEqual(
        Array(3).fill(draft_order_id)
      )
      expect(await drafts()).toHaveLength(1)
      // An order's id opens it, and a payment's id is public.
      expect(draft_order_id).not.toContain(id.split("_")[1])
    })
  })

  describe("a payment that is confirmed once its draft order is created", () => {
    const serve = async (exception: { id: string }, order_id: string) => {
      const close = { action: "close", order_id }
      const { status } = await api.resolve(exception.id, close)
      expect(status).toBe(200)
    }
    /** The gateway confirms the payment, and the buyer completes the cart. */
    const confirm = async ({ id, cart }: OpenPayment) => {
      await store.sandbox.pay({ orderNo: id })
      await store.later()
      await store.shopper.complete(cart)
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject({
        orders: [],
        captures: [],
      })
      return (await api.readOpenExceptions()).at(-1)!
    }

    it("pays for that order", async () => {
      const { exception, ...open } = await mismatched()
      const { draft_order } = await draft(exception)
      const waiting = await confirm(open)
      expect(waiting).toMatchObject({
        kind: "cart_changed",
        reason: "drafted",
        group: "no_order",
        details: { order_id: draft_order.id },
        held: { amount: "12.50" },
      })
      await serve(waiting, `#${draft_order.display_id}`)
      await store.later()

      expect(await store.openExceptions()).toEqual(["deposit_mismatch.again"])
      expect(await drafts()).toEqual([])
      const { body } = await api.get(`orders/${draft_order.id}`)
      expect(body.payments[0]).toMatchObject({ needs_attention: true })
      await sendBack(exception)
      expect(await store.openExceptions()).toEqual(["refund_due"])
      await api.expectConserved()
    })

    it("is sent back if that order has the money that arrived before", async () => {
      const { exception, ...open } = await mismatched()
      const { draft_order } = await draft(exception)
      await serve(exception, draft_order.id)
      expect(await store.readPayment(open.id)).toMatchObject({
        status: "cancelled",
      })
      // The gateway confirms it all the same.
      await postSigned(store, "onchain", paidWebhook(store, open))
      await store.later()
      const paid = (await api.readOpenExceptions()).at(-1)
      expect(paid).toMatchObject({ kind: "already_covered" })
    })

    it("is ordered as usual once the draft order is deleted", async () => {
      const { exception, ...open } = await mismatched()
      const { draft_order } = await draft(exception)
      const waiting = await confirm(open)
      await deleteDraftOrdersWorkflow(store.container).run({
        input: { order_ids: [draft_order.id] },
      })
      await api.resolve(waiting.id, { action: "retry" })
      await store.later()
      expect(await store.readMedusaState(open.cart)).toMatchObject({
        orders: [{}],
        captures: [12.5],
      })
    })
  })

  it("no draft order is created where the plugin places the order itself", async () => {
    const { exception } = await api.outOfStock("onchain")
    expect(await draft(exception)).toMatchObject({
      status: 409,
      message: expect.stringContaining("No draft order"),
    })
    expect(await drafts()).toEqual([])
  })

  it("no draft order is created for an unknown exception", async () => {
    expect(await draft({ id: "stexc_none" })).toMatchObject({ status: 404 })
  })
})

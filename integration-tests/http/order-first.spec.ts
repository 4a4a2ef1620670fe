import { Modules } from "@medusajs/framework/utils"
import { RAILS } from "../../src/ledger"
import { Admin } from "../setup/admin/admin"
import { shownPayment } from "../../tools/harness/shop/payment-state"
import { schedules } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import type { TestStore, PlacedOrder } from "../setup/store/test-store"

/** Expires a payment, as after `pendingTtl`, and runs the job. */
async function expire(store: TestStore, id: string): Promise<void> {
  const db = store.db
  const now = new Date()
  await store.changePayment(id, { expires_at: now })
  await schedules(db)
    .where({ payment_id: id })
    .update({ next_reconcile_at: now })
  await store.later()
}

async function reservedStock(store: TestStore): Promise<number> {
  const levels = await store.container
    .resolve(Modules.INVENTORY)
    .listInventoryLevels({})
  return Number(levels[0]?.reserved_quantity)
}

storeTest((store) => {
  const admin = Admin.enrolled(store, { checkout_flow: "order_first" })

  const shown = async (sessionId: string) => await store.readShown(sessionId)

  const expectOrder = async (
    { cart, order_id }: PlacedOrder,
    status: string,
    captures: number[]
  ): Promise<void> => {
    expect(await store.readMedusaState(cart)).toMatchObject({
      orders: [{ id: order_id, status }],
      captures,
    })
  }

  describe("an order that is placed before the money", () => {
    const rail = "hosted"

    it("is unpaid, reserves its stock and is shown to its buyer at once, and the webhook captures it", async () => {
      const open = await store.openPayment(rail)
      expect(await shown(open.session.id)).not.toHaveProperty("order_id")
      await store.shopper.complete(open.cart)
      const { orders } = await store.readMedusaState(open.cart)
      const placed = { ...open, order_id: orders[0]!.id }
      const { order_id } = placed
      await expectOrder(placed, "pending", [])
      expect(await reservedStock(store)).toBe(1)
      expect(await shown(open.session.id)).toMatchObject({
        status: "pending",
        order_id,
      })

      await store.pay(open.id)

      await expectOrder(placed, "pending", [12.5])
      expect(await store.openExceptions()).toEqual([])
      expect(await store.readPayment(open.id)).toMatchObject({ order_id })
      expect(await shown(open.session.id)).toMatchObject({
        status: "paid",
        order_id,
      })
    })

    it("is captured without an exception after it was fulfilled, which ends its reservation", async () => {
      const placed = await store.placeOrder(rail)
      const path = `/admin/orders/${placed.order_id}`
      const body = await admin.get<{
        order: { items: { id: string; quantity: number }[] }
      }>(path)
      const fulfilled = await admin.call("POST", `${path}/fulfillments`, {
        items: body.order.items.map(({ id, quantity }) => ({ id, quantity })),
      })
      expect(fulfilled).toMatchObject({ status: 200 })
      expect(await reservedStock(store)).toBe(0)

      await store.pay(placed.id)

      await expectOrder(placed, "pending", [12.5])
      expect(await store.openExceptions()).toEqual([])
    })

    it.each(RAILS)(
      "is cancelled and its stock freed when its payment expires, %s",
      async (rail) => {
        const placed = await store.placeOrder(rail)

        await expire(store, placed.id)

        await expectOrder(placed, "canceled", [])
        expect(await reservedStock(store)).toBe(0)
        expect(await store.readPayment(placed.id)).toMatchObject({
          status: rail === "onchain" ? "cancelled" : "abandoned",
        })
        expect(await store.openExceptions()).toEqual([])
      }
    )

    it("is cancelled by an admin, and its payment at the gateway with it", async () => {
      const placed = await store.placeOrder("onchain")

      await admin.cancelOrder(placed.order_id)
      await store.later()

      expect(await store.readPayment(placed.id)).toMatchObject({
        status: "cancelled",
      })
      expect(store.sandbox.orders()).toMatchObject([{ status: "cancelled" }])
      expect(await store.openExceptions()).toEqual([])
    })

    it("is shown to its buyer as cancelled, also when the money arrives later, which is due as a refund", async () => {
      const placed = await store.placeOrder(rail)
      const paid = paidWebhook(store, placed)
      await admin.cancelOrder(placed.order_id)
      const cancelled = await shownPayment(
        store.shopper,
        placed.session.id,
        (each) => !!each.order_canceled
      )
      expect(cancelled.redirect_url).toBeNull()

      const { status } = await postSigned(store, rail, paid)
      await store.settled()

      expect(status).toBe(200)
      await expectOrder(placed, "canceled", [])
      expect(await store.openExceptions()).toEqual(["refund_due"])
      expect(await shown(placed.session.id)).toMatchObject({
        status: "paid",
        final: true,
        order_canceled: true,
      })
    })

    it("stays when its buyer pays another way, and is not shown as cancelled", async () => {
      const placed = await store.placeOrder(rail)
      await store.shopper.startSession(placed.cart, "pp_system_default")

      await expire(store, placed.id)

      await expectOrder(placed, "pending", [])
      const ended = await shown(placed.session.id)
      expect(ended.redirect_url).toBeNull()
      expect(ended).not.toHaveProperty("order_canceled")
    })

    it("has a refund due when an admin cancels it while the money arrives", async () => {
      const placed = await store.placeOrder(rail)

      await Promise.all([
        store.sandbox.pay({ orderNo: placed.id }),
        admin.cancelOrder(placed.order_id),
      ])
      await store.settled()
      await store.later()

      expect(await store.readPayment(placed.id)).toMatchObject({
        status: "paid",
      })
      expect(await store.openExceptions()).toEqual(["refund_due"])
      const due = await store.db("stablecoin_refund").select()
      expect(due).toMatchObject([{ amount: "12.50", status: "due" }])
    })
  })

  it("a payment order that is cancelled at the gateway cancels the order", async () => {
    const placed = await store.placeOrder("onchain")

    await store.sandbox.cancel({ orderNo: placed.id })
    await store.settled()

    await expectOrder(placed, "canceled", [])
    expect(await shown(placed.session.id)).toMatchObject({
      status: "cancelled",
      final: true,
      order_canceled: true,
    })
    expect(await reservedStock(store)).toBe(0)
  })

  it("a hosted failure keeps the order until its payment expires", async () => {
    const placed = await store.placeOrder("hosted")
    await store.sandbox.fail({ orderNo: placed.id })
    await store.later()
    await expectOrder(placed, "pending", [])

    await store.pay(placed.id)

    await expectOrder(placed, "pending", [12.5])
    expect(await store.openExceptions()).toEqual([])
  })

  it("places no order when its payment has already failed", async () => {
    const open = await store.openPayment("hosted")
    await store.sandbox.fail({ orderNo: open.id })
    await store.settled()

    expect((await store.shopper.complete(open.cart)).status).toBe(400)
  })
})

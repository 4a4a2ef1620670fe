import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import { listShownPayments } from "../../src/modules/stablecoin/repository/medusa/shown-payments"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import { waitFor } from "../../tools/harness/wait-for"
import { AdminOperations } from "../setup/admin/admin-api"
import { plansOf } from "../setup/postgres/plans"
import { storeTest } from "../setup/store/store"
import type { OpenPayment } from "../setup/store/test-store"

const coins = (amount: string) => ({ amount, currency: "USDT" })

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const paymentsOf = async (order_id: string) =>
    (await store.readShownPayments(order_id)).payments
  const orderOf = async (cart: OpenPayment["cart"]) => {
    const { orders } = await store.readMedusaState(cart)
    return orders[0]!.id
  }
  const payWrongly = async () => {
    const open = await store.openPayment("onchain")
    const paid = paidWebhook(store, open, { amount: 9 })
    await postSigned(store, "onchain", paid)
    await store.settled()
    return open
  }

  it("counts a transfer that was sent twice, of which one was sent back, twice", async () => {
    const open = await store.buy("onchain")
    const again = { payment: { tx_hash: `0x${"c4".repeat(32)}` } }
    await store.report(open, again)
    await api.declareSentBack(open.id, "close")

    expect(await paymentsOf(await orderOf(open.cart))).toMatchObject([
      {
        status: "paid",
        cart_id: open.cart.id,
        transfers: [coins("12.50"), coins("12.50")],
        refunds: [{ ...coins("12.50"), status: "sent" }],
      },
    ])
  })

  it("names which of two paid payments has paid for the order, and that the other was not needed", async () => {
    const first = await store.openPayment("onchain")
    const { id } = await store.openSecond(first, "onchain")
    await store.pay(first.id)
    const paid = paidWebhook(store, { rail: "onchain", id })
    await postSigned(store, "onchain", paid)
    await store.settled()
    const listed = await paymentsOf(await orderOf(first.cart))
    expect(listed).toMatchObject([
      { reference: id, status: "paid", already_paid: true },
      { reference: first.id, paid: coins("12.50") },
    ])
    expect(listed[0]).not.toHaveProperty("paid")
  })

  it("still lists the money of an earlier payment of the cart that was sent back", async () => {
    const first = await payWrongly()
    await api.declareSentBack(first.id, "close")
    const { data } = await store.startSession(first.cart, "onchain")
    await store.pay(String(data.payment_id))

    expect(await paymentsOf(await orderOf(first.cart))).toMatchObject([
      { status: "paid", transfers: [coins("12.50")] },
      {
        reference: first.id,
        transfers: [coins("9.00")],
        refunds: [{ ...coins("9.00"), status: "sent" }],
      },
    ])
  })

  it("an order that was created manually has its money, the cart leads to it, and its cancellation is shown", async () => {
    const open = await payWrongly()
    const order_id = await api.admin.enterOrder()
    await api.mustResolveOnly({ action: "close", order_id })
    await store.later()

    const kept = {
      reference: open.id,
      status: "paid",
      order_id,
      cart_id: open.cart.id,
      transfers: [coins("9.00")],
    }
    expect(await paymentsOf(order_id)).toMatchObject([kept])
    const body = await store.readOptions({ cart_id: open.cart.id })
    expect(body).toMatchObject({ options: [], in_question: [kept] })

    await api.admin.cancelOrder(order_id)
    const cancelled = await waitFor("the refund due", async () => {
      await store.later()
      const [payment] = await paymentsOf(order_id)
      return payment?.refunds && payment
    })
    expect(cancelled).toMatchObject({
      sent_back: "due",
      transfers: [coins("9.00")],
      refunds: [{ ...coins("9.00"), status: "due" }],
    })
    expect(cancelled).not.toHaveProperty("order_id")
    const { body: found } = await api.get(`payments?order_id=${order_id}`)
    expect(found.payments).toMatchObject([{ id: open.id }])
  })

  it("no payment of another order is listed, and the list uses indexes", async () => {
    const open = await store.buy("hosted")
    expect(await paymentsOf("order_none")).toEqual([])
    for (const query of ["", "?order_id=%00"]) {
      const path = `/store/stablecoin/payments${query}`
      expect((await store.shopper.call("GET", path)).status).toBe(400)
    }

    const order_id = await orderOf(open.cart)
    const { connectionString } = store.db.client.config.connection
    const db = createPgConnection({ clientUrl: connectionString }) as Knex
    const { statements, scanned } = await plansOf(db, () =>
      db.transaction(async (trx) => {
        // PostgreSQL scans tables as small as these unless disabled.
        await trx.raw("SET LOCAL enable_seqscan = off")
        expect(await listShownPayments(trx, order_id)).toHaveLength(1)
      })
    )
    await db.destroy()
    expect({ statements, scanned }).toEqual({ statements: 1, scanned: [] })
  })
})

import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import { UNTOUCHED } from "../setup/store/store-records"

const NOTE = "Served by an order of our own."

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const cancelled = async (): Promise<string> => {
    const id = await api.admin.enterOrder()
    await api.admin.cancelOrder(id)
    return id
  }
  const inEuros = async (): Promise<string> => {
    const { region } = await api.admin.post<{ region: { id: string } }>(
      "/admin/regions",
      { name: "Europe", currency_code: "eur" }
    )
    return await api.admin.enterOrder({ region_id: region.id })
  }

  const isDue = async () =>
    await waitFor("the refund due", async () =>
      (await store.openExceptions()).includes("refund_due")
    )

  describe("paid goods that the merchant sent by an order of its own", () => {
    it("are not ordered and sent a second time after the restock", async () => {
      const { id, cart, exception } = await api.outOfStock("onchain")
      const order_id = await api.admin.enterOrder()
      const { order } = await api.admin.get<{
        order: { display_id: number }
      }>(`/admin/orders/${order_id}?fields=display_id`)

      expect(
        await api.resolve(exception.id, {
          action: "close",
          note: NOTE,
          order_id: `#${order.display_id}`,
        })
      ).toMatchObject({
        status: 200,
        body: { exception: { status: "resolved", resolution: "close" } },
      })
      await api.admin.setStock(10)
      await store.later()
      await store.later()
      await store.shopper.complete(cart)
      await store.later()

      expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
      expect(
        await store.db("order").whereNull("deleted_at").pluck("id")
      ).toEqual([order_id])
      const reread = await api.get(`exceptions/${exception.id}`)
      expect(reread.body.exception).toMatchObject({ status: "resolved" })
      expect(await store.openExceptions()).toEqual([])
      expect(await store.readPayment(id)).toMatchObject({ order_id })
      expect(await api.readDeposits(id)).toMatchObject([
        {
          amount: "12.50",
          unallocated: "0.00",
          allocations: [{ kind: "kept", amount: "12.50", order_id }],
        },
      ])
      await api.expectConserved()
    })

    it("are due to the buyer once that order is cancelled, and may be sent by another order instead", async () => {
      const { id, exception } = await api.outOfStock("onchain")
      const first = await api.admin.enterOrder()
      const choice = { action: "close", note: NOTE }
      await api.resolve(exception.id, { ...choice, order_id: first })
      await api.admin.cancelOrder(first)
      await isDue()
      expect(await api.readDeposits(id)).toMatchObject([
        {
          unallocated: "0.00",
          allocations: [{ kind: "refund", amount: "12.50" }],
        },
      ])
      expect((await api.get("refunds")).body.refunds).toMatchObject([
        { order: { id: first, display_id: expect.any(Number) } },
      ])
      const { body: listed } = await api.get("exceptions?kind=refund_due")
      const due = String(listed.exceptions[0]?.id)
      await api.refusesToResolve(due, choice, 409, /still due/)
      await api.refusesToResolve(
        due,
        { ...choice, order_id: first },
        400,
        /is cancelled/
      )
      const order_id = await api.admin.enterOrder()

      await api.mustResolve(due, { ...choice, order_id })
      await api.admin.setStock(10)
      await store.later()
      expect(await store.openExceptions()).toEqual([])
      expect(await api.readDeposits(id)).toMatchObject([
        {
          unallocated: "0.00",
          allocations: [{ kind: "kept", amount: "12.50", order_id }],
        },
      ])
      expect(await store.readPayment(id)).toMatchObject({ order_id })
      const { body } = await api.get("refunds")
      expect(body.refunds).toMatchObject([{ status: "void" }])
      expect(
        await store
          .db("order")
          .where({ deleted_at: null, canceled_at: null })
          .pluck("id")
      ).toEqual([order_id])
      await api.expectConserved()
    })
  })

  it("goods of a payment that the gateway confirms later are not ordered a second time", async () => {
    const { exception, ...open } = await api.unanswered(
      await store.openPayment("onchain")
    )
    const order_id = await api.admin.enterOrder()
    const choice = { action: "close", note: NOTE, order_id }
    await api.mustResolve(exception.id, choice)
    const { body } = await api.get(`payments/${open.id}`)
    expect(body.payment).toMatchObject({
      status: "cancelled",
      kept_for: { id: order_id, is_confirmed: false },
    })

    await store.report(open)
    await store.later()

    expect(await store.readMedusaState(open.cart)).toMatchObject(UNTOUCHED)
    expect(await api.readDeposits(open.id)).toMatchObject([
      {
        unallocated: "0.00",
        allocations: [{ kind: "kept", amount: "12.50", order_id }],
      },
    ])
    expect(await store.openExceptions()).toEqual([])
    await api.expectConserved()
  })

  it("goods that other money of the payment paid for are not ordered a second time once the gateway confirms it", async () => {
    const open = await store.openPayment("onchain")
    await store.report(open, { amount: 11.25 })
    const order_id = await api.admin.enterOrder()
    await api.mustResolveOnly({ action: "close", note: NOTE, order_id })
    expect(await store.readPayment(open.id)).toMatchObject({
      status: "cancelled",
    })

    // The gateway confirms it all the same.
    await store.report(open)
    await store.later()
    await store.shopper.complete(open.cart)
    await store.later()

    expect(await store.readMedusaState(open.cart)).toMatchObject(UNTOUCHED)
    expect(await api.readOpenException()).toMatchObject({
      kind: "already_covered",
      details: { cause: "manual_order", order_id },
      held: { amount: "12.50" },
    })
    await api.expectConserved()
  })

  it("money that may never have arrived is asked about again once its order is cancelled", async () => {
    const { exception, id } = await api.unanswered(
      await store.openPayment("onchain")
    )
    const order_id = await api.admin.enterOrder()
    await api.resolve(exception.id, { action: "close", note: NOTE, order_id })

    await api.admin.cancelOrder(order_id)

    await waitFor("the exception", async () => {
      const open = await store.openExceptions()
      return open.length > 0
    })
    await store.later()
    expect(await api.readOpenException()).toMatchObject({
      id: exception.id,
      kind: "unknown_at_gateway",
      held: { amount: "12.50", confirmed: false },
      details: { earlier_note: NOTE },
    })
    expect(await api.readDeposits(id)).toMatchObject([
      { unallocated: "12.50", allocations: [] },
    ])
    await api.expectConserved()
  })

  /** The order of another buyer, who has paid for it. */
  const paidOrder = async (): Promise<string> => {
    const other = await store.buy("hosted")
    const { orders } = await store.readMedusaState(other.cart)
    return orders[0]!.id
  }
  /** An order that served the buyer of another payment. */
  const usedOrder = async (): Promise<string> => {
    const { exception } = await api.outOfStock("hosted")
    const order_id = await api.admin.enterOrder()
    const choice = { action: "close", note: NOTE, order_id }
    await api.mustResolve(exception.id, choice)
    // A retry would place the order of an earlier restock.
    await api.admin.setStock(10)
    return order_id
  }

  it("money is not declared used for an order that does not wait for it", async () => {
    const others = [await paidOrder(), await usedOrder()]
    const { id, exception } = await api.outOfStock("onchain")
    const before = await api.readDeposits(id)

    for (const [order_id, why] of [
      ...others.map((each) => [each, /paid by other money already/] as const),
      ["order_none", /Check its number/],
      [await cancelled(), /Check its number/],
      [await api.admin.draftOrder(), /is a draft/],
      [await inEuros(), /Check its number/],
      [
        await api.admin.enterOrder({ unit_price: 12.49 }),
        /Send back 0.01 USDT first/,
      ],
    ] as const) {
      const choice = { action: "close", note: NOTE, order_id }
      await api.refusesToResolve(exception.id, choice, 400, why)
    }

    expect(await api.readDeposits(id)).toEqual(before)
    await api.expectConserved()
  })
})

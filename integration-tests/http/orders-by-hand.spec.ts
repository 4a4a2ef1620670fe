import { AdminOperations } from "../setup/admin/admin-api"
import { enterOrder } from "../setup/admin/enter-order"
import {
  expectConserved,
  readDeposits,
  readOpenException,
} from "../setup/admin/deposits"
import { outOfStock, setStock } from "../setup/admin/out-of-stock"
import { confirm, unanswered } from "../setup/admin/unanswered"
import { later } from "../setup/store/later"
import { databaseOf, openExceptions, readPayment } from "../setup/store/ledger"
import { readMedusaState, UNTOUCHED } from "../setup/store/medusa-state"
import { openPayment } from "../setup/store/open-payment"
import { payAndSettle } from "../setup/store/settled"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"

const NOTE = "Served by an order of our own."

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const cancelled = async (): Promise<string> => {
    const id = await enterOrder(store, api)
    await api.admin.post(`/admin/orders/${id}/cancel`, {})
    return id
  }
  const inEuros = async (): Promise<string> => {
    const { region } = await api.admin.post<{ region: { id: string } }>(
      "/admin/regions",
      { name: "Europe", currency_code: "eur" }
    )
    return await enterOrder(store, api, { region_id: region.id })
  }

  const isDue = async () =>
    await waitFor("the refund due", async () =>
      (await openExceptions(store)).includes("refund_due")
    )

  describe("paid goods that the merchant sent by an order of its own", () => {
    it("are not ordered and sent a second time after the restock", async () => {
      const { id, cart, exception } = await outOfStock(store, api, "onchain")
      const order_id = await enterOrder(store, api)
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
      await setStock(api, 10)
      await later(store)
      await later(store)
      await store.shopper.complete(cart)
      await later(store)

      expect(await readMedusaState(store, cart)).toMatchObject(UNTOUCHED)
      expect(
        await databaseOf(store)("order").whereNull("deleted_at").pluck("id")
      ).toEqual([order_id])
      const reread = await api.get(`exceptions/${exception.id}`)
      expect(reread.body.exception).toMatchObject({ status: "resolved" })
      expect(await openExceptions(store)).toEqual([])
      expect(await readPayment(store, id)).toMatchObject({ order_id })
      expect(await readDeposits(api, id)).toMatchObject([
        {
          amount: "12.50",
          unallocated: "0.00",
          allocations: [{ kind: "kept", amount: "12.50", order_id }],
        },
      ])
      await expectConserved(store, api)
    })

    it("are due to the buyer once that order is cancelled, and may be sent by another order instead", async () => {
      const { id, exception } = await outOfStock(store, api, "onchain")
      const first = await enterOrder(store, api)
      const choice = { action: "close", note: NOTE }
      await api.resolve(exception.id, { ...choice, order_id: first })
      await api.admin.post(`/admin/orders/${first}/cancel`, {})
      await isDue()
      expect(await readDeposits(api, id)).toMatchObject([
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
      const order_id = await enterOrder(store, api)

      await api.mustResolve(due, { ...choice, order_id })
      await setStock(api, 10)
      await later(store)
      expect(await openExceptions(store)).toEqual([])
      expect(await readDeposits(api, id)).toMatchObject([
        {
          unallocated: "0.00",
          allocations: [{ kind: "kept", amount: "12.50", order_id }],
        },
      ])
      expect(await readPayment(store, id)).toMatchObject({ order_id })
      const { body } = await api.get("refunds")
      expect(body.refunds).toMatchObject([{ status: "void" }])
      expect(
        await databaseOf(store)("order")
          .where({ deleted_at: null, canceled_at: null })
          .pluck("id")
      ).toEqual([order_id])
      await expectConserved(store, api)
    })
  })

  it("goods of a payment that the gateway confirms later are not ordered a second time", async () => {
    const { exception, ...open } = await unanswered(
      store,
      api,
      await openPayment(store, "onchain")
    )
    const order_id = await enterOrder(store, api)
    const choice = { action: "close", note: NOTE, order_id }
    expect(await api.resolve(exception.id, choice)).toMatchObject({
      status: 200,
    })
    const { body } = await api.get(`payments/${open.id}`)
    expect(body.payment).toMatchObject({
      status: "cancelled",
      kept_for: { id: order_id, is_confirmed: false },
    })

    await confirm(store, open)

    expect(await readMedusaState(store, open.cart)).toMatchObject(UNTOUCHED)
    expect(await readDeposits(api, open.id)).toMatchObject([
      {
        unallocated: "0.00",
        allocations: [{ kind: "kept", amount: "12.50", order_id }],
      },
    ])
    expect(await openExceptions(store)).toEqual([])
    await expectConserved(store, api)
  })

  it("money that may never have arrived is asked about again once its order is cancelled", async () => {
    const { exception, id } = await unanswered(
      store,
      api,
      await openPayment(store, "onchain")
    )
    const order_id = await enterOrder(store, api)
    await api.resolve(exception.id, { action: "close", note: NOTE, order_id })

    await api.admin.post(`/admin/orders/${order_id}/cancel`, {})

    await waitFor("the exception", async () => {
      const open = await openExceptions(store)
      return open.length > 0
    })
    await later(store)
    expect(await readOpenException(api)).toMatchObject({
      id: exception.id,
      kind: "unknown_at_gateway",
      held: { amount: "12.50", confirmed: false },
      details: { earlier_note: NOTE },
    })
    expect(await readDeposits(api, id)).toMatchObject([
      { unallocated: "12.50", allocations: [] },
    ])
    await expectConserved(store, api)
  })

  /** The order of another buyer, who has paid for it. */
  const paidOrder = async (): Promise<string> => {
    const other = await openPayment(store, "hosted")
    await payAndSettle(store, other.id)
    const { orders } = await readMedusaState(store, other.cart)
    return orders[0]!.id
  }
  /** An order that served the buyer of another payment. */
  const usedOrder = async (): Promise<string> => {
    const { exception } = await outOfStock(store, api, "hosted")
    const order_id = await enterOrder(store, api)
    const choice = { action: "close", note: NOTE, order_id }
    expect(await api.resolve(exception.id, choice)).toMatchObject({
      status: 200,
    })
    // A retry would place the order of an earlier restock.
    await setStock(api, 10)
    return order_id
  }

  it("money is not declared used for an order that does not wait for it", async () => {
    const others = [await paidOrder(), await usedOrder()]
    const { id, exception } = await outOfStock(store, api, "onchain")
    const before = await readDeposits(api, id)

    for (const [order_id, why] of [
      ...others.map((each) => [each, /paid by other money already/] as const),
      ["order_none", /Check its number/],
      [await cancelled(), /Check its number/],
      [await inEuros(), /Check its number/],
      [
        await enterOrder(store, api, { unit_price: 12.49 }),
        /Send back 0.01 USDT first/,
      ],
    ] as const) {
      const choice = { action: "close", note: NOTE, order_id }
      await api.refusesToResolve(exception.id, choice, 400, why)
    }

    expect(await readDeposits(api, id)).toEqual(before)
    await expectConserved(store, api)
  })
})

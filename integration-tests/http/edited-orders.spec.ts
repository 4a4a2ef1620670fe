import { PROVIDERS } from "../../harness/store/seed"
import type { StoreOptionsResponse } from "../../src/http-types"
import { RAILS } from "../../src/ledger"
import { Admin } from "../setup/admin/admin"
import { readMedusaState } from "../setup/store/medusa-state"
import { databaseOf, openExceptions, readLedger } from "../setup/store/ledger"
import { later } from "../setup/store/later"
import { type PlacedOrder, placeOrder } from "../setup/store/place-order"
import { settled } from "../setup/store/settled"
import { stablecoinOf } from "../setup/store/stablecoin"
import { storeTest } from "../setup/store/store"
import {
  raceEdits,
  raceAmounts,
  underpaidOrders,
} from "../setup/store/amount-race"

storeTest({
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(async () => {
      await admin.enrol()
      const saved = await admin.saveSettings({
        general: { checkout_flow: "order_first" },
      })
      expect(saved).toMatchObject({ status: 200 })
    })

    /**
     * Prepares an edit as the admin's form does. @returns a function that
     * confirms it
     */
    const prepare = async (order_id: string, quantity: number) => {
      const must = async <T>(path: string, body: unknown): Promise<T> => {
        const answer = await admin.call<T>("POST", path, body)
        expect(answer.status).toBe(200)
        return answer.body
      }
      const { body } = await admin.call<{
        order: { items: { id: string }[] }
      }>("GET", `/admin/orders/${order_id}?fields=items.id`)
      await must("/admin/order-edits", { order_id })
      const edits = `/admin/order-edits/${order_id}`
      await must(`${edits}/items/item/${body.order.items[0]!.id}`, {
        quantity,
      })
      return async () => {
        await must(`${edits}/confirm`, {})
      }
    }

    const edit = async (
      { order_id }: PlacedOrder,
      quantity: number
    ): Promise<void> => {
      const confirm = await prepare(order_id, quantity)
      await confirm()
    }

    const options = async ({ cart }: PlacedOrder) => {
      const { body } = await store.shopper.call<StoreOptionsResponse>(
        "GET",
        `/store/stablecoin/options?payment_collection_id=${cart.payment_collection_id}`
      )
      return body
    }

    describe.each(RAILS)(
      "%s: an order that is edited while its buyer pays",
      (rail) => {
        it("captures the received amount, and an exception names what is still due", async () => {
          const placed = await placeOrder(store, rail)
          await edit(placed, 2)

          await store.sandbox.pay({ orderNo: placed.id })
          await settled(store)

          expect(await readMedusaState(store, placed.cart)).toMatchObject({
            orders: [{ id: placed.order_id, status: "pending" }],
            captures: [12.5],
          })
          const { stablecoin_exception } = await readLedger(store)
          expect(stablecoin_exception).toMatchObject([
            {
              kind: "amount_due_changed",
              message: expect.stringContaining(
                "now totals 22.50 usd: 12.50 usd was taken, and 10.00 usd is still due"
              ),
            },
          ])
        })

        it("is paid the rest, no more, and the exception closes", async () => {
          const placed = await placeOrder(store, rail)
          await edit(placed, 2)
          await store.sandbox.pay({ orderNo: placed.id })
          await settled(store)

          const offered = await options(placed)
          expect(offered).toMatchObject({ total: "10.00" })
          expect(offered.options.map(({ amount }) => amount)).toEqual([
            "10.00",
            "10.00",
          ])
          const rest = await store.shopper.startSession(
            placed.cart,
            PROVIDERS[rail]
          )
          expect(rest.data).toMatchObject({ amount: "10.00" })
          const [session] = await databaseOf(store)("payment_session").where({
            id: rest.id,
          })
          expect(Number(session.amount)).toBe(10)
          await store.sandbox.pay({ orderNo: String(rest.data.payment_id) })
          await settled(store)
          await later(store)

          expect(await readMedusaState(store, placed.cart)).toMatchObject({
            orders: [{ id: placed.order_id, status: "pending" }],
            captures: expect.arrayContaining([12.5, 10]),
          })
          expect(await openExceptions(store)).toEqual([])
          const [collection] = await databaseOf(store)(
            "payment_collection"
          ).where({ id: placed.cart.payment_collection_id })
          expect(collection).toMatchObject({ status: "completed" })
          expect(await options(placed)).toMatchObject({
            total: "0.00",
            options: [],
          })
        })

        it("is paid the rest, and the exception closes, also after another one of the payment was closed", async () => {
          const placed = await placeOrder(store, rail)
          await edit(placed, 2)
          await store.sandbox.pay({ orderNo: placed.id })
          await settled(store)
          const stablecoin = stablecoinOf(store)
          const [other] = await stablecoin.exceptions.open(placed.id, {
            kind: "not_settled",
            key: `${placed.id}:not_settled`,
            message: "You hold money.",
            details: { status: "paid" },
          })
          await stablecoin.adminOperations.resolveException({
            exception_id: other!.id,
            action: "close",
            note: "The order stands.",
            by: "user_1",
          })
          const rest = await store.shopper.startSession(
            placed.cart,
            PROVIDERS[rail]
          )

          await store.sandbox.pay({ orderNo: String(rest.data.payment_id) })
          await settled(store)
          await later(store)

          expect(await openExceptions(store)).toEqual([])
        })

        it("captures the received amount, and an exception names the excess", async () => {
          const placed = await placeOrder(store, rail)
          await databaseOf(store)("payment_collection")
            .where({ id: placed.cart.payment_collection_id })
            .update({ amount: 5, raw_amount: { value: "5", precision: 20 } })

          await store.sandbox.pay({ orderNo: placed.id })
          await settled(store)

          expect(await readMedusaState(store, placed.cart)).toMatchObject({
            captures: [12.5],
          })
          const { stablecoin_exception } = await readLedger(store)
          expect(stablecoin_exception).toMatchObject([
            {
              kind: "amount_due_changed",
              message: expect.stringContaining("7.50 usd too much"),
            },
          ])
        })
      }
    )

    it("an order of a changed cart is never underpaid without an exception", async () => {
      await raceAmounts(store, 200, "ordered first")
      await later(store)

      expect(await underpaidOrders(store)).toEqual([])
    })

    it("an order edited during a payment's start is never underpaid without an exception", async () => {
      expect(await raceEdits(store, 200, prepare)).toBeGreaterThan(10)
      await later(store)

      expect(await underpaidOrders(store)).toEqual([])
    })
  },
})

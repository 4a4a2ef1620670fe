import { generateEntityId, Modules } from "@medusajs/framework/utils"
import { createOrUpdateOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import { sumOf } from "../../src/ledger"
import { waitFor } from "../../tools/harness/wait-for"
import { AdminOperations } from "../setup/admin/admin-api"
import { readScheduled } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import { ORDERED } from "../setup/store/store-records"

storeTest((store) => {
  const api = AdminOperations.enrolled(store, { capture: "manual" })
  const { admin } = api

  /** An order whose money is authorized and not captured. */
  const authorized = async () => {
    const bought = await store.buy("onchain")
    const { captures } = await store.readMedusaState(bought.cart)
    expect(captures).toEqual([])
    const payment_id = await store.medusaPaymentId(bought)
    return { ...bought, payment_id }
  }

  describe("where the merchant captures", () => {
    it("the webhook authorizes and places the order, and the admin captures", async () => {
      const { payment_id, cart } = await authorized()
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject({ captures: [] })

      await admin.post(`/admin/payments/${payment_id}/capture`)
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual([])
    })

    it.each<
      [string, (stored: { id: string; payment_id: string }) => Promise<void>]
    >([
      ["that was not captured", async () => undefined],
      [
        "that was captured in part",
        async ({ payment_id }) => {
          const path = `/admin/payments/${payment_id}/capture`
          await admin.post(path, { amount: 5 })
        },
      ],
      [
        "whose capture failed after the provider had confirmed it",
        async ({ id }) => {
          await store.stablecoin.repository.deposits.capture({ id })
        },
      ],
    ])(
      "an order that is cancelled, %s, leaves all of its money due",
      async (_, capture) => {
        const { id, payment_id, order_id } = await authorized()
        await store.later()
        await capture({ id, payment_id })

        await admin.cancelOrder(order_id)
        await store.later()

        const db = store.db
        const due = await db("stablecoin_refund")
          .where({ payment_id: id, status: "due", order_id })
          .pluck<string[]>("amount")
        expect(sumOf(due)).toBe("12.50")
        expect(await db("stablecoin_allocation").distinct("kind")).toEqual([
          { kind: "refund" },
        ])
        expect(new Set(await store.openExceptions())).toEqual(
          new Set(["refund_due"])
        )
      }
    )

    it.each([
      ["recording it with the order", new Date(Date.now() - 120_000)],
      ["noting it with the payment", null],
    ])(
      "a capture whose process died before %s is recorded",
      async (_, captured_at) => {
        const { id, payment_id, order_id } = await authorized()
        await store.later()
        const payments = store.container.resolve(Modules.PAYMENT)
        const db = store.db
        const recorded = async () =>
          await db("order_transaction").where({ order_id }).select("amount")

        await payments.capturePayment({ payment_id, amount: 12.5 })

        expect(await recorded()).toEqual([])
        expect(await readScheduled(db, { id })).toMatchObject({
          next_reconcile_at: expect.any(Date),
        })
        await db("payment").where({ id: payment_id }).update({ captured_at })
        await db("capture")
          .where({ payment_id })
          .update({ created_at: new Date(Date.now() - 120_000) })
        await store.later()
        expect(await recorded()).toMatchObject([{ amount: "12.5" }])
        expect(await payments.retrievePayment(payment_id)).toMatchObject({
          captured_at: expect.anything(),
        })
        expect(await store.openExceptions()).toEqual([])
      }
    )

    it.each([
      ["whole amount is captured by the next pass", 12.5, [{ amount: 12.5 }]],
      ["part stays as it is", 5, []],
    ])(
      "an admin's capture whose process died before the provider was called: its %s",
      async (_, amount, recorded) => {
        const { id, payment_id, order_id } = await authorized()
        await store.later()
        const db = store.db
        const died_at = new Date(Date.now() - 180_000)
        await db("capture").insert({
          id: generateEntityId("", "capt"),
          payment_id,
          amount,
          raw_amount: { value: String(amount), precision: 20 },
          created_at: died_at,
          updated_at: died_at,
        })

        await reconcilePaymentsJob(store.container)

        const transactions = await db("order_transaction")
          .where({ order_id })
          .select("amount")
        expect(
          transactions.map((each) => ({ amount: Number(each.amount) }))
        ).toEqual(recorded)
        await store.settled()
        expect(await readScheduled(db, { id })).toMatchObject({
          next_reconcile_at: null,
        })
        expect(
          await db("stablecoin_allocation").select("kind", "amount")
        ).toEqual(recorded.map(() => ({ kind: "capture", amount: "12.50" })))
        expect(await store.openExceptions()).toEqual([])
      }
    )

    it.each([0, 10])(
      "an order that is edited down, with %s captured: its excess is sent back, the rest is captured, and no decision is left",
      async (before) => {
        const cart = await store.shopper.fillCart(2)
        const session = await store.startSession(cart, "onchain")
        await store.pay(String(session.data.payment_id))
        const { orders } = await store.readMedusaState(cart)
        const order_id = orders[0]!.id
        const payment_id = await store.medusaPaymentId({ session })
        const path = `/admin/payments/${payment_id}/capture`
        if (before) {
          await admin.post(path, { amount: before })
        }
        await store.later()
        await admin.editOrder({ order_id }, 1)
        await store.later()
        const open = await api.readOpenExceptions()
        const excess = open.find(({ kind }) => kind === "amount_due_changed")
        expect(excess).toMatchObject({ held: { amount: "10.00" } })
        await api.mustResolve(excess!.id, { action: "refund" })
        await store.later()

        await admin.post(path, { amount: 12.5 - before })
        await store.later()

        const { captures } = await store.readMedusaState(cart)
        expect(captures).toEqual(before ? [10, 2.5] : [12.5])
        expect(await api.readDeposits()).toMatchObject([
          {
            unallocated: "0.00",
            allocations: expect.arrayContaining([
              expect.objectContaining({ kind: "refund", amount: "10.00" }),
              expect.objectContaining({ kind: "capture", amount: "12.50" }),
            ]),
          },
        ])
        expect(await store.openExceptions()).toEqual(["refund_due"])
        await api.expectConserved()
        const more = await admin.call("POST", path, { amount: 10 })
        expect(more).toMatchObject({ status: 400 })
      }
    )

    it("a part that is captured and refunded asks for no decision about the rest, which is captured", async () => {
      const { payment_id, cart } = await authorized()
      const path = `/admin/payments/${payment_id}/capture`
      await admin.post(path, { amount: 5 })
      await admin.refund(payment_id, 3)
      await store.later()
      expect(await store.openExceptions()).toEqual(["refund_due"])

      await admin.post(path, { amount: 7.5 })
      await store.later()

      expect(await store.readMedusaState(cart)).toMatchObject({
        captures: [5, 7.5],
      })
      expect(await store.openExceptions()).toEqual(["refund_due"])
      await api.expectConserved()
    })

    it("money that was sent back is not captured, and its order can be paid again", async () => {
      const { id, cart, order_id, payment_id } = await authorized()
      await createOrUpdateOrderPaymentCollectionWorkflow(store.container).run({
        input: { order_id, amount: 12.5 },
      })
      await store.later()
      await api.declareSentBack(id, "refund")

      const { status, body } = await admin.call<{ message: string }>(
        "POST",
        `/admin/payments/${payment_id}/capture`
      )

      expect([status, body.message]).toEqual([
        400,
        expect.stringContaining("has been canceled"),
      ])
      const [due] = await store
        .db("order_payment_collection")
        .where({ order_id })
        .orderBy("created_at", "desc")
        .select("payment_collection_id")
      const { payment_collection_id } = due
      expect(await store.readOptions({ payment_collection_id })).toMatchObject({
        total: "12.50",
      })
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject({
        captures: [],
      })
      expect(await store.db("stablecoin_refund").select()).toMatchObject([
        { payment_id: id, amount: "12.50", status: "sent" },
      ])
      expect(await store.openExceptions()).toEqual(["order_without_money"])

      const { data } = await store.startSession(
        { ...cart, payment_collection_id },
        "onchain"
      )
      await store.sandbox.pay({ orderNo: String(data.payment_id) })
      await waitFor("the exception to close", async () => {
        await reconcilePaymentsJob(store.container)
        return (await store.openExceptions()).length === 0
      })
    })
  })
})

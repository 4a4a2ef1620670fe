import { Admin } from "../setup/admin/admin"
import { storeTest } from "../setup/store/store"
import { preempt, stopsOf } from "../setup/store/preempt"
import type { PlacedOrder } from "../setup/store/test-store"

storeTest((store) => {
  const admin = Admin.enrolled(store, { checkout_flow: "order_first" })

  const options = async ({ cart }: PlacedOrder) => {
    const body = await store.readOptions({
      payment_collection_id: cart.payment_collection_id,
    })
    return body
  }

  describe("an order that is edited while its buyer pays", () => {
    it("is paid the rest, no more, and the exception closes, also after another one of the payment was closed", async () => {
      const placed = await store.placeOrder("hosted")
      await admin.editOrder(placed, 2)
      await store.pay(placed.id)
      const { exceptions } = store.stablecoin
      const [other] = await exceptions.open(placed.id, {
        kind: "not_settled",
        key: `${placed.id}:not_settled`,
        details: { status: "paid" },
      })
      await exceptions.resolve({
        exception_id: other!.id,
        action: "close",
        note: "The order stands.",
        by: "user_1",
      })

      const offered = await options(placed)
      expect(offered).toMatchObject({ total: "10.00" })
      expect(offered.options.map(({ amount }) => amount)).toEqual([
        "10.00",
        "10.00",
      ])
      const rest = await store.startSession(placed.cart, "hosted")
      expect(rest.data).toMatchObject({ amount: "10.00" })
      const [session] = await store.db("payment_session").where({
        id: rest.id,
      })
      expect(Number(session.amount)).toBe(10)
      await store.pay(String(rest.data.payment_id))
      await store.later()

      expect(await store.readMedusaState(placed.cart)).toMatchObject({
        orders: [{ id: placed.order_id, status: "pending" }],
        captures: expect.arrayContaining([12.5, 10]),
      })
      expect(await store.openExceptions()).toEqual([])
      const [collection] = await store.db("payment_collection").where({
        id: placed.cart.payment_collection_id,
      })
      expect(collection).toMatchObject({ status: "completed" })
      expect(await options(placed)).toMatchObject({
        total: "0.00",
        options: [],
      })
    })
  })

  it("an order that is edited after a process died while it captured is captured all the same", async () => {
    const placed = await store.placeOrder("onchain")
    await store.pay(placed.id)
    const { order_id } = placed
    const { payment_collection_id: id } = placed.cart
    const db = store.db
    const paid = { payment_collection_id: id }
    const { id: payment_id } = await db("payment").where(paid).first()
    await db("payment").where(paid).update({ captured_at: null })
    await db("payment_collection")
      .where({ id })
      .update({
        status: "authorized",
        captured_amount: 0,
        raw_captured_amount: { value: "0", precision: 20 },
      })
    await db("order_transaction").where({ order_id }).delete()
    await db("capture")
      .where({ payment_id })
      .update({ created_at: new Date(Date.now() - 120_000) })

    // Medusa replaces the collection.
    await admin.editOrder(placed, 0)
    await store.settled()

    expect(await store.readMedusaState(placed.cart)).toMatchObject({
      captures: [12.5],
    })
    expect(
      await db("order_transaction").where({ order_id }).select("amount")
    ).toMatchObject([{ amount: "12.5" }])
    expect(await store.openExceptions()).toEqual(["amount_due_changed"])
  })

  describe("an order that is edited while", () => {
    const race = async () => {
      const placed = await store.placeOrder("hosted")
      const { cart, id } = placed
      return {
        placed,
        edit: await admin.prepareEdit(placed, 2),
        start: () => store.tryStartSession(cart, "hosted"),
        pay: async () => {
          await store.pay(id)
        },
      }
    }
    const stops = () => stopsOf(store, "hosted")

    const expectDue = async ({ cart, order_id }: PlacedOrder) => {
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject({
        orders: [{ id: order_id, status: "pending" }],
        captures: [12.5],
      })
      const { stablecoin_exception } = await store.readLedger()
      expect(stablecoin_exception).toMatchObject([
        {
          kind: "amount_due_changed",
          status: "open",
          details: { total: "22.50", taken: "12.50" },
        },
      ])
    }

    /** Pays for the last session that was started. */
    const payStarted = async ({ cart }: PlacedOrder) => {
      const { id } = await store
        .db("stablecoin_payment")
        .where({ payment_collection_id: cart.payment_collection_id })
        .orderBy("created_at", "desc")
        .first("id")
      await store.sandbox.pay({ orderNo: id })
    }

    it("another payment starts before the new total is stored captures it, and an exception names what is still due", async () => {
      const { placed, edit, start } = await race()
      await preempt(stops().storeAmount, edit, start)

      await payStarted(placed)

      await expectDue(placed)
    })

    it.each(["authorize", "capture"] as const)(
      "the store is about to %s its payment captures it, and an exception names what is still due",
      async (stop) => {
        const { placed, edit, pay } = await race()

        await preempt(stops()[stop], pay, edit)

        await expectDue(placed)
      }
    )

    it("its payment is captured gets an exception that names what is still due", async () => {
      const { placed, edit, pay } = await race()

      await preempt(stops().storeAmount, edit, pay)
      await store.settled()

      await expectDue(placed)
    })
  })
})

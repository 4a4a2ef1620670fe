import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import type { DepositException } from "../setup/admin/admin-records"

const NOTE = "The order became smaller."
const ADDRESS = `0x${"a1".repeat(20)}`

/** Has another user refund 1.00 in Medusa, right after each refund. */
const ALSO_REFUND = `
  CREATE FUNCTION also_refund() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO refund (id, payment_id, amount, raw_amount, created_by,
        created_at, updated_at)
      VALUES (NEW.id || '_also', NEW.payment_id, 1, '{"value": "1"}',
        'user_other', now() + interval '1 second', now());
    RETURN NEW; END $$;
  CREATE TRIGGER also_refund AFTER INSERT ON refund FOR EACH ROW
    WHEN (NEW.created_by IS DISTINCT FROM 'user_other')
    EXECUTE FUNCTION also_refund()`
const ALSO_REFUND_NO_MORE = "DROP FUNCTION also_refund CASCADE"

storeTest((store) => {
  const general = { checkout_flow: "order_first" }
  const api = AdminOperations.enrolled(store, general)

  /**
   * An order of 32.50 that became one of 22.50 before its buyer's 32.50
   * arrived, and the exception about the difference.
   */
  const overpaid = async () => {
    const { cart, session, order_id } = await api.overpaidOrder()
    expect(await store.readMedusaState(cart)).toMatchObject({
      captures: [32.5],
    })
    expect(await pendingDifference(order_id)).toBe(-10)

    const exception = await api.readOpenException()
    expect(exception).toMatchObject({
      kind: "amount_due_changed",
      held: { amount: "10.00", currency: "USDT" },
    })
    const medusa_payment_id = await store.medusaPaymentId({ session })
    return { order_id, exception, medusa_payment_id }
  }

  /** Sum that the order page asks for: negative if it is to be refunded. */
  const pendingDifference = async (order_id: string): Promise<number> => {
    const { order } = await api.admin.get<{
      order: { summary: { pending_difference: number } }
    }>(`/admin/orders/${order_id}?fields=summary`)
    return order.summary.pending_difference
  }

  /** Refunds what an exception's page showed when it was opened. */
  const refundHeld = async ({ id, held }: DepositException) =>
    await api.post(`exceptions/${id}/resolve`, {
      action: "refund",
      note: NOTE,
      held: held?.amount,
      refund: {},
    })

  const refundInMedusa = async (id: string): Promise<void> => {
    await api.admin.refund(id, 10)
  }

  /** Expects both books to have the same refunds, and no excess. */
  const expectRefunded = async (
    order_id: string,
    amounts: readonly string[]
  ): Promise<void> => {
    await store.later()
    const inMedusa = await store
      .db("refund")
      .whereNull("deleted_at")
      .select("id", "amount")
    const refunds = await api.readRefunds()
    expect(refunds.map(({ amount }) => amount).sort()).toEqual(amounts)
    expect(
      inMedusa.map(({ id, amount }) => `${id}: ${amount}.00`).sort()
    ).toEqual(
      refunds.map((each) => `${each.medusa_refund_id}: ${each.amount}`).sort()
    )
    expect(await pendingDifference(order_id)).toBe(0)
    expect(await store.openExceptions()).toEqual(
      amounts.map(() => "refund_due")
    )
    await api.expectConserved()
  }

  /**
   * An order of 12.50 and then of 32.50 that two payments were captured for,
   * and that became one of 2.50. Their exceptions, older payment first.
   *
   * @param collections 1: it grew before its first payment was captured, so
   *   that the second one pays the rest of the same collection
   */
  const overpaidTwice = async (collections: 1 | 2) => {
    const placed = await store.placeOrder("onchain")
    const { order_id } = placed
    const grow = () => api.admin.editOrder({ order_id }, 3)
    const pay = async (orderNo: string) => {
      await store.pay(orderNo)
    }
    const payFirst = () => pay(placed.id)
    for (const step of collections === 1
      ? [grow, payFirst]
      : [payFirst, grow]) {
      await step()
    }
    const all = await store
      .db("order_payment_collection")
      .where({ order_id, deleted_at: null })
      .orderBy("created_at", "desc")
      .pluck<string[]>("payment_collection_id")
    expect(all).toHaveLength(collections)
    const [payment_collection_id = ""] = all
    const rest = await store.startSession(
      { ...placed.cart, payment_collection_id },
      "onchain"
    )
    expect(rest.data).toMatchObject({ amount: "20.00" })
    await pay(String(rest.data.payment_id))
    await store.later()
    expect(await api.readOpenExceptions()).toEqual([])

    await api.admin.editOrder({ order_id }, 0)
    expect(await pendingDifference(order_id)).toBe(-30)
    // The order's subscriber has both payments settled.
    const open = await waitFor("an exception of each payment", async () => {
      const read = await api.readOpenExceptions()
      return read.length === 2 && read
    })
    const of = (id: unknown) =>
      open.find(({ payment_id }) => payment_id === id)!
    return {
      order_id,
      older: of(placed.id),
      newer: of(rest.data.payment_id),
    }
  }

  describe("the excess of an order that became smaller while its buyer paid", () => {
    it("is refunded once from its exception: Medusa's order page asks for no second refund", async () => {
      const { order_id, exception } = await overpaid()

      expect(await refundHeld(exception)).toMatchObject({
        status: 200,
        body: { refund: { amount: "10.00", status: "due" } },
      })
      await expectRefunded(order_id, ["10.00"])
    })

    it("is sent where its exception says, also if the order page refunds a part at that moment", async () => {
      const { exception } = await overpaid()
      const db = store.db
      await db.raw(ALSO_REFUND)

      const { status, body } = await api
        .post(`exceptions/${exception.id}/resolve`, {
          action: "refund",
          note: NOTE,
          held: exception.held?.amount,
          refund: { refund_to: ADDRESS },
        })
        .finally(async () => await db.raw(ALSO_REFUND_NO_MORE))

      expect({ status, body }).toMatchObject({
        status: 200,
        body: { refund: { amount: "10.00", refund_to: ADDRESS } },
      })
    })

    it("is refunded once from Medusa's order page, and not again from the exception's page that was opened before", async () => {
      const { order_id, exception, medusa_payment_id } = await overpaid()
      await refundInMedusa(medusa_payment_id)

      // Settling may close the exception at the same moment.
      expect(await refundHeld(exception)).toEqual({
        status: 409,
        body: expect.objectContaining({
          code: expect.stringMatching(/^(held_changed|already_resolved)$/),
        }),
      })

      await expectRefunded(order_id, ["10.00"])
    })

    it("is refunded once, each payment its own part, newest first: of two captured payments of two collections", async () => {
      const { order_id, older, newer } = await overpaidTwice(2)
      const about = (amount: string) => ({
        kind: "amount_due_changed",
        details: { excess: amount },
        held: { amount },
      })
      expect([older, newer]).toMatchObject([about("10.00"), about("20.00")])
      await api.refusesToResolve(
        older.id,
        { action: "refund", refund: { amount: "10.01" } },
        400,
        "at most 10.00 USDT"
      )

      for (const each of [newer, older]) {
        expect(await refundHeld(each)).toMatchObject({ status: 200 })
      }

      await expectRefunded(order_id, ["10.00", "20.00"])
    })

    it("is refunded once when both exceptions are resolved at the same moment: of two captured payments of one collection", async () => {
      const { order_id, older, newer } = await overpaidTwice(1)

      const answers = await Promise.all([older, newer].map(refundHeld))

      expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
      await expectRefunded(order_id, ["10.00", "20.00"])
    })
  })
})

import { nextStep, type Payment } from "../../src/ledger"
import {
  cancelledOrder,
  captured,
} from "../../src/ledger/__tests__/settlement-samples"
import { medusaState } from "../../src/ledger/__tests__/samples"
import { HASH, LedgerAdmin, UNORDERED } from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"
import { readScheduled } from "../setup/store/schedule"

const TIMES = Array.from({ length: 8 }, (_, index) => index)
const PAID = { status: "paid" }
const NOTE = "Agreed with the buyer."

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)

  /** A paid payment whose exception the merchant closed with only a note. */
  const closedPayment = async () => {
    const payment = await admin.paidPayment()
    await admin.resolve(
      await admin.openException(payment, "already_covered", PAID)
    )
    return payment
  }

  /**
   * Refunds as Medusa does, such as while it cancels the order: it stores its
   * refund first.
   */
  const refund = async (
    { id }: Payment,
    medusa_refund_id: string,
    cart_amount = "12.5"
  ) => {
    await ledger
      .db("refund")
      .insert({ id: medusa_refund_id })
      .onConflict("id")
      .ignore()
    return await ledger.service.refunds.record({
      payment_id: id,
      medusa_refund_id,
      cart_amount,
    })
  }

  /** Settles with an order that is cancelled. */
  const settleCancelled = async (payment: Payment) => {
    const step = nextStep(
      await readScheduled(ledger.db, payment),
      medusaState({
        payment: captured,
        order: cancelledOrder,
        resolutions: await ledger.service.adminOperations.listResolutions(
          payment.id
        ),
        refunds_due: await ledger.service.refunds.sum(payment.id),
      }),
      new Date()
    )
    if (step.do === "open_exception") {
      await ledger.service.exceptions.open(payment.id, step.exception)
    }
    return step.do
  }

  /** The exceptions that open instead of a refund due. */
  const cancelled = async () =>
    await ledger
      .db("stablecoin_exception")
      .where({ kind: "order_cancelled" })
      .orderBy("id")

  /** Medusa's refunds that have an exception, with its status. */
  const byRefund = async () =>
    (await cancelled())
      .map(({ status, details }) => [details.medusa_refund_id, status])
      .sort()

  describe("a refund in Medusa of money whose exception was closed", () => {
    it("is never due: an exception quotes the note, and Medusa's refund stays", async () => {
      const payment = await closedPayment()

      const outcome = await refund(payment, "ref_1")

      expect(outcome).toMatchObject({ withheld: { note: NOTE } })
      expect((await admin.records()).refunds).toEqual([])
      expect(await cancelled()).toMatchObject([
        {
          payment_id: payment.id,
          status: "open",
          message: expect.stringContaining(`"${NOTE}"`),
          details: {
            status: "paid",
            amount: "12.50",
            currency: "USDT",
            medusa_refund_id: "ref_1",
          },
        },
      ])
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
    })

    it("that arrives many times concurrently is one exception", async () => {
      const payment = await closedPayment()
      const outcomes = await admin.atOnce(
        "stablecoin_payment",
        payment.id,
        TIMES.map(() => () => refund(payment, "ref_1"))
      )
      expect(outcomes.every((each) => "withheld" in each)).toBe(true)
      await admin.resolve((await cancelled())[0].id)
      await refund(payment, "ref_1")
      expect(await cancelled()).toMatchObject([{ status: "resolved" }])
      expect((await admin.records()).refunds).toEqual([])
    })

    it.each(["Medusa", "settling"])(
      "and a cancelled order found by settling are one exception, %s first",
      async (first) => {
        const payment = await closedPayment()
        const acts = [
          () => refund(payment, "ref_1"),
          () => settleCancelled(payment),
        ]
        for (const act of first === "Medusa" ? acts : acts.reverse()) {
          await act()
        }
        expect(await cancelled()).toMatchObject([
          { status: "open", details: { medusa_refund_id: "ref_1" } },
        ])
        expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
      }
    )

    it("is on the list again for each further refund, also when the first was resolved", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1", "5")
      await admin.resolve((await cancelled())[0].id)

      await refund(payment, "ref_2", "2")
      await refund(payment, "ref_3", "5.5")

      expect(await byRefund()).toEqual([
        ["ref_1", "resolved"],
        ["ref_2", "open"],
        ["ref_3", "open"],
      ])
      expect((await admin.records()).refunds).toEqual([])
    })

    it("of a part offers only that part, and never refunds more", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1", "2.5")
      const [{ id, message, details }] = await cancelled()

      expect(details).toMatchObject({ amount: "12.50", withheld: "2.50" })
      expect(message).toContain("You have received 2.50 USDT")
      expect(message).not.toContain("You have received 12.50")
      expect(
        await ledger.service.adminOperations.readRefundable(id)
      ).toMatchObject({
        amount: "2.50",
      })
      const more = { action: "refund", refund: { amount: "2.51" } } as const
      expect(await admin.refused(() => admin.choose(id, more))).toMatchObject({
        refused: "exceeds_held",
        held: { amount: "2.50" },
      })
      expect(await admin.choose(id, { action: "refund" })).toMatchObject({
        refund: { amount: "2.50", status: "due" },
      })
      expect(await ledger.service.refunds.sum(payment.id)).toBe("2.50")
    })

    it("of a part offers no more than is left of the payment", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1", "10")
      const other = await admin.openException(payment, "session_gone", PAID)
      await admin.resolve(other, { amount: "5" })
      const [{ id }] = await cancelled()
      expect(
        await ledger.service.adminOperations.readRefundable(id)
      ).toMatchObject({
        amount: "7.50",
      })
    })

    it("of a part hides nothing: a later cancelled order opens its own exception", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1", "2.5")
      await admin.resolve((await cancelled())[0].id)

      expect(await settleCancelled(payment)).toBe("open_exception")

      const open = (await cancelled()).filter(({ status }) => status === "open")
      expect(open).toHaveLength(1)
      expect(
        await ledger.service.adminOperations.readRefundable(open[0].id)
      ).toMatchObject({ amount: "12.50" })
    })

    it("of the rest, while the order is cancelled, is one exception about the rest alone", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1", "2.5")
      await admin.resolve((await cancelled())[0].id)

      await refund(payment, "ref_2", "10")
      await settleCancelled(payment)

      const open = (await cancelled()).filter(({ status }) => status === "open")
      expect(open).toMatchObject([
        { details: { medusa_refund_id: "ref_2", withheld: "10.00" } },
      ])
    })

    it("that Medusa reverted has its exception resolved, and the next one stays", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1")
      await ledger.db("refund").where({ id: "ref_1" }).delete()

      await refund(payment, "ref_2", "2.5")

      expect(await byRefund()).toEqual([
        ["ref_1", "resolved"],
        ["ref_2", "open"],
      ])
      // Settling reopens it if the order is still cancelled.
      await settleCancelled(payment)
      expect(
        (await cancelled()).filter(({ status }) => status === "open")
      ).toHaveLength(2)
    })

    it("that Medusa reverted and retries is one open exception", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1")
      await ledger
        .db("refund")
        .where({ id: "ref_1" })
        .update({ deleted_at: new Date() })

      await refund(payment, "ref_2")

      expect(
        (await cancelled()).filter(({ status }) => status === "open")
      ).toMatchObject([{ details: { medusa_refund_id: "ref_2" } }])
    })

    it("is due by the rest where the close recorded the transfer of a part", async () => {
      const payment = await admin.paidPayment()
      await admin.choose(
        await admin.openException(payment, "already_covered", PAID),
        {
          action: "close",
          sent: { tx_hash: HASH, amount: "5" },
        }
      )

      expect(await settleCancelled(payment)).toBe("refund_remainder")
      expect(await refund(payment, "ref_1", "7.5")).toMatchObject({
        refund: { amount: "7.50", status: "due" },
      })
      expect(await cancelled()).toEqual([])
    })

    it("becomes due when the merchant chooses so", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1")
      const [{ id }] = await cancelled()

      expect(
        await admin.choose(id, { action: "refund" }, UNORDERED)
      ).toMatchObject({ refund: { amount: "12.50", status: "due" } })
      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
      expect(await refund(payment, "ref_2")).toEqual({
        refused: "exceeds_paid",
      })
    })

    it("is due where the merchant closed only a changed amount, or retried", async () => {
      const payment = await admin.paidPayment()
      await admin.resolve(
        await admin.openException(payment, "amount_due_changed", PAID)
      )
      await admin.choose(
        await admin.openException(payment, "not_settled", PAID),
        {
          action: "retry",
        }
      )
      expect(await refund(payment, "ref_1")).toMatchObject({
        refund: { amount: "12.50", status: "due" },
      })
      expect(await cancelled()).toEqual([])
    })
  })
})

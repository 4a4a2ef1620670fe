import { nextStep } from "../../src/ledger"
import { cancelledOrder, captured } from "../../src/ledger/__tests__/settling"
import { books } from "../../src/ledger/__tests__/samples"
import { DeskOfLedger } from "../setup/module-desk"
import { ledgerTest } from "../setup/module-ledger"

jest.setTimeout(60_000)

const TIMES = Array.from({ length: 8 }, (_, index) => index)
const PAID = { status: "paid" }
const NOTE = "Agreed with the buyer."

ledgerTest((ledger) => {
  const desk = new DeskOfLedger(ledger)

  /** A paid payment of whose money the merchant said, in a note alone, that it was dealt with. */
  const closedPayment = async () => {
    const payment = await desk.paidPayment()
    await desk.resolve(await desk.ask(payment, "already_covered", PAID))
    return payment
  }

  /** Medusa refunds, such as while it cancels the order: it stores its refund first. */
  const refund = async (
    { id }: { id: string },
    medusa_refund_id: string,
    cart_amount = "12.5"
  ) => {
    await ledger
      .db("refund")
      .insert({ id: medusa_refund_id })
      .onConflict("id")
      .ignore()
    return await ledger.service.recordRefund({
      payment_id: id,
      medusa_refund_id,
      cart_amount,
    })
  }

  /** The exceptions in place of a refund due. */
  const cancelled = async () =>
    await ledger
      .db("stablecoin_exception")
      .where({ kind: "order_cancelled" })
      .orderBy("id")

  describe("a refund in Medusa of money whose exception was closed", () => {
    it("is never due: an exception quotes the note, and Medusa's refund stands", async () => {
      const payment = await closedPayment()

      const outcome = await refund(payment, "ref_1")

      expect(outcome).toMatchObject({ withheld: { note: NOTE } })
      expect((await desk.books()).refunds).toEqual([])
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

    it("that arrives many times at once is one exception", async () => {
      const payment = await closedPayment()
      const outcomes = await desk.atOnce(
        "stablecoin_payment",
        payment.id,
        TIMES.map(() => () => refund(payment, "ref_1"))
      )
      expect(outcomes.every((each) => "withheld" in each)).toBe(true)
      await desk.resolve((await cancelled())[0].id)
      await refund(payment, "ref_1")
      expect(await cancelled()).toMatchObject([{ status: "resolved" }])
      expect((await desk.books()).refunds).toEqual([])
    })

    it.each(["Medusa", "settling"])(
      "and the cancelled order that settling sees are one exception, %s first",
      async (first) => {
        const payment = await closedPayment()
        const settle = async () => {
          const step = nextStep(
            payment,
            books({
              payment: captured,
              order: cancelledOrder,
              resolutions: await ledger.service.desk.listResolutions(
                payment.id
              ),
            }),
            new Date()
          )
          if (step.do !== "open_exception") {
            throw new Error(`Settling did ${step.do}.`)
          }
          await ledger.service.openException(payment.id, step.exception)
        }
        const acts = [() => refund(payment, "ref_1"), settle]
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
      await desk.resolve((await cancelled())[0].id)

      await refund(payment, "ref_2", "2")
      await refund(payment, "ref_3", "5.5")

      const rows = await cancelled()
      expect(
        rows
          .map(({ status, details }) => [details.medusa_refund_id, status])
          .sort()
      ).toEqual([
        ["ref_1", "resolved"],
        ["ref_2", "open"],
        ["ref_3", "open"],
      ])
      expect((await desk.books()).refunds).toEqual([])
    })

    it("becomes due when the merchant decides so", async () => {
      const payment = await closedPayment()
      await refund(payment, "ref_1")
      const [{ id }] = await cancelled()

      expect(
        await desk.choose(id, { action: "refund" }, { lacks_order: true })
      ).toMatchObject({ refund: { amount: "12.50", status: "due" } })
      expect(await ledger.service.refundsDue(payment.id)).toBe("12.50")
      expect(await refund(payment, "ref_2")).toEqual({
        refused: "exceeds_paid",
      })
    })

    it("is due as ever where the merchant closed only a changed sum, or retried", async () => {
      const payment = await desk.paidPayment()
      await desk.resolve(await desk.ask(payment, "amount_due_changed", PAID))
      await desk.choose(await desk.ask(payment, "not_settled", PAID), {
        action: "retry",
      })
      expect(await refund(payment, "ref_1")).toMatchObject({
        refund: { amount: "12.50", status: "due" },
      })
      expect(await cancelled()).toEqual([])
    })
  })
})

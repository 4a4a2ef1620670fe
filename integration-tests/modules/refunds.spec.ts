import type { Payment } from "../../src/ledger"
import { LedgerAdmin } from "../setup/module/ledger-admin"
import {
  ledgerTest,
  pendingPayment,
  withRule,
} from "../setup/module/test-ledger"
import { paidPayment, requestRefund } from "../setup/module/refunds"

const TIMES = Array.from({ length: 20 }, (_, index) => index)

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  const refunded = async ({ id }: Payment) => {
    const [own] = await admin.balances(id)
    return own?.refund
  }
  const request = (payment: Payment, refund: string, cart_amount: string) =>
    requestRefund(ledger, payment, refund, cart_amount)

  it("a Medusa refund that is requested twenty times concurrently is due once", async () => {
    const payment = await paidPayment(ledger)

    const outcomes = await Promise.all(
      TIMES.map(() => request(payment, "ref_1", "5"))
    )

    expect(outcomes.every((outcome) => "refund" in outcome)).toBe(true)
    const rows = await ledger.db("stablecoin_refund")
    expect(rows).toEqual([
      expect.objectContaining({
        payment_id: payment.id,
        medusa_refund_id: "ref_1",
        amount: "5.00",
        currency: "USDT",
        chain: "POLYGON",
        cart_amount: "5",
        cart_currency: "usd",
        status: "due",
      }),
    ])
    const read = await ledger.db("stablecoin_exception").select("kind")
    expect(read).toEqual([{ kind: "refund_due" }])
    expect(ledger.announced).toEqual([
      "stablecoin.refund.due",
      "stablecoin.exception.opened",
    ])
  })

  it("concurrent refunds never exceed the paid amount", async () => {
    const payment = await paidPayment(ledger)

    const outcomes = await Promise.all(
      TIMES.map((number) => request(payment, `ref_${number}`, "3"))
    )

    // Four times 3.00 of 12.50; a fifth would be 15.00.
    expect(outcomes.filter((outcome) => "refund" in outcome)).toHaveLength(4)
    expect(await refunded(payment)).toBe("12.00")
    expect(await ledger.db("stablecoin_exception")).toHaveLength(4)
    expect(await request(payment, "ref_rest", "0.50")).toMatchObject({
      refund: { amount: "0.50" },
    })
    expect(await request(payment, "ref_more", "0.01")).toMatchObject({
      refused: "exceeds_paid",
    })
  })

  it("a refund that comes before the capture is noted leaves the rest captured", async () => {
    const payment = await paidPayment(ledger)
    await request(payment, "ref_1", "5")
    expect(
      await ledger.db("stablecoin_allocation").orderBy("kind")
    ).toMatchObject([
      { kind: "capture", amount: "7.50" },
      { kind: "refund", amount: "5.00" },
    ])
  })

  describe("while Medusa refunds an order that settling refunds too", () => {
    const cancelled = async (payment: Payment) =>
      await ledger.service.refunds.refundRemainder(
        payment.id,
        "order order_1 was cancelled"
      )
    it("Medusa first: settling adds no refund", async () => {
      const payment = await paidPayment(ledger)
      await request(payment, "ref_1", "12.5")

      expect(await cancelled(payment)).toMatchObject({
        refused: "exceeds_paid",
      })
      expect(await ledger.db("stablecoin_refund")).toMatchObject([
        { amount: "12.50", medusa_refund_id: "ref_1", status: "due" },
      ])
      expect(await ledger.db("stablecoin_exception")).toMatchObject([
        { kind: "refund_due", status: "open" },
      ])
    })

    it("settling first: Medusa's refund of the same money is refused", async () => {
      const payment = await paidPayment(ledger)
      await cancelled(payment)
      expect(await request(payment, "ref_1", "12.5")).toMatchObject({
        refused: "exceeds_paid",
      })
      expect(await ledger.db("stablecoin_refund")).toHaveLength(1)
    })

    it("both at the same moment: one refund is due", async () => {
      for (const round of TIMES.slice(0, 8)) {
        const payment = await paidPayment(ledger, `stpay_${round}`)
        await ledger.db("refund").insert({ id: `ref_${round}` })
        const acts = [
          () => cancelled(payment),
          () => request(payment, `ref_${round}`, "12.5"),
        ]
        await admin.atOnce<unknown>(
          "stablecoin_payment",
          payment.id,
          round % 2 ? acts.reverse() : acts
        )

        expect(
          await ledger.db("stablecoin_refund").where({ payment_id: payment.id })
        ).toMatchObject([{ amount: "12.50" }])
      }
    })

    it("what Medusa has reverted is captured again", async () => {
      const payment = await paidPayment(ledger)
      await ledger.service.repository.deposits.capture(payment)
      await request(payment, "ref_1", "12.5")
      await ledger.db("refund").delete()

      expect(await cancelled(payment)).toMatchObject({
        refused: "exceeds_paid",
      })
      expect(await admin.balances(payment.id)).toMatchObject([
        { capture: "12.50", refund: "0.00" },
      ])
    })
  })

  it("nothing is due for an unpaid or unknown payment", async () => {
    const payment = await pendingPayment(ledger)
    expect(await request(payment, "ref_1", "5")).toEqual({
      refused: "not_paid",
    })
    expect(
      await request({ ...payment, id: "stpay_none" }, "ref_1", "5")
    ).toEqual({
      refused: "unknown_payment",
    })
    expect(await ledger.db("stablecoin_refund")).toEqual([])
  })

  it("a refund whose exception can't be written is not written either", async () => {
    const payment = await paidPayment(ledger)
    await withRule(
      ledger,
      { table: "stablecoin_exception", rule: "kind <> 'refund_due'" },
      async () => {
        await expect(request(payment, "ref_1", "5")).rejects.toThrow(
          "forbidden_by_test"
        )
      }
    )
    expect(await ledger.db("stablecoin_refund")).toEqual([])
    expect(ledger.announced).toEqual([])
  })
})

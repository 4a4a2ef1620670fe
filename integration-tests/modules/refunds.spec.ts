import type { ExceptionDraft, Payment } from "../../src/ledger"
import {
  ledgerTest,
  pendingPayment,
  type TestLedger,
  withRule,
} from "../setup/module-ledger"

jest.setTimeout(60_000)

const TIMES = Array.from({ length: 20 }, (_, index) => index)

async function paidPayment(ledger: TestLedger): Promise<Payment> {
  const { id, amount, currency } = await pendingPayment(ledger)
  const applied = await ledger.service.applyFact(
    id,
    { kind: "paid", amount, currency, chain: "POLYGON" },
    "webhook"
  )
  ledger.announced.length = 0
  return applied!.payment
}

ledgerTest((ledger) => {
  const request = async (
    payment: Payment,
    refund: string,
    cart_amount: string
  ) => {
    // Medusa stores its refund before it calls the provider.
    await ledger.db("refund").insert({ id: refund }).onConflict("id").ignore()
    return await ledger.service.recordRefund({
      payment_id: payment.id,
      medusa_refund_id: refund,
      cart_amount,
    })
  }

  it("a refund of Medusa's that is asked for twenty times at once is owed once", async () => {
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
    const asked = await ledger.db("stablecoin_exception").select("kind")
    expect(asked).toEqual([{ kind: "refund_due" }])
    expect(ledger.announced).toEqual([
      "stablecoin.refund.due",
      "stablecoin.exception.opened",
    ])
  })

  it("refunds that come at once never owe more than was paid", async () => {
    const payment = await paidPayment(ledger)

    const outcomes = await Promise.all(
      TIMES.map((number) => request(payment, `ref_${number}`, "3"))
    )

    // Four times 3.00 of 12.50; a fifth would be 15.00.
    expect(outcomes.filter((outcome) => "refund" in outcome)).toHaveLength(4)
    expect(await ledger.service.refundsDue(payment.id)).toBe("12.00")
    expect(await ledger.db("stablecoin_exception")).toHaveLength(4)
    expect(await request(payment, "ref_rest", "0.50")).toMatchObject({
      refund: { amount: "0.50" },
    })
    expect(await request(payment, "ref_more", "0.01")).toEqual({
      refused: "exceeds_paid",
    })
  })

  it("what Medusa took back is owed no longer, and may be asked for again", async () => {
    const payment = await paidPayment(ledger)
    await request(payment, "ref_1", "10")
    await ledger
      .db("refund")
      .where({ id: "ref_1" })
      .update({ deleted_at: new Date() })

    expect(await request(payment, "ref_2", "12.50")).toMatchObject({
      refund: { amount: "12.50" },
    })
    expect(await ledger.service.refundsDue(payment.id)).toBe("12.50")
  })

  it("nothing is owed for a payment that was not paid, or is not there", async () => {
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

  it("a refund that can't call a person is not written either", async () => {
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

  it("a question is asked once, at once or again later, also when a person has answered it", async () => {
    const payment = await pendingPayment(ledger)
    const draft: ExceptionDraft = {
      kind: "session_gone",
      key: `${payment.id}:session_gone`,
      message: "You hold the money.",
      details: { cart_id: null },
    }

    const opened = await Promise.all(
      TIMES.map(() => ledger.service.openException(payment.id, draft))
    )
    await ledger.db("stablecoin_exception").update({
      status: "resolved",
      resolved_by: "user_1",
    })
    const later = await ledger.service.openException(payment.id, draft)

    expect(opened.flat()).toHaveLength(1)
    expect(later).toEqual([])
    const rows = await ledger.db("stablecoin_exception")
    expect(rows).toEqual([
      expect.objectContaining({
        ...draft,
        payment_id: payment.id,
        status: "resolved",
      }),
    ])
    expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
  })

  it.each([
    ["pending", false],
    ["paid", true],
  ])(
    "what a person answered about a payment that was %s leaves its money to that person: %s",
    async (status, answered) => {
      const payment = await pendingPayment(ledger)
      await ledger.service.openException(payment.id, {
        kind: "not_settled",
        key: `${payment.id}:not_settled`,
        message: "Medusa does not follow.",
        details: { status },
      })
      await ledger.db("stablecoin_exception").update({
        status: "resolved",
        resolved_by: "user_1",
      })

      expect(await ledger.service.desk.hasBeenResolved(payment.id)).toBe(
        answered
      )
    }
  )

  it("a question that had answered itself is asked again when what it was about is back", async () => {
    const payment = await pendingPayment(ledger)
    const draft: ExceptionDraft = {
      kind: "order_missing",
      key: `${payment.id}:order_missing`,
      message: "There is no order.",
      details: { cart_id: null },
    }
    const [opened] = await ledger.service.openException(payment.id, draft)
    await ledger.service.desk.resolveSettled(payment.id)
    const message = "There is no order again."

    const back = await ledger.service.openException(payment.id, {
      ...draft,
      message,
    })

    expect(back).toMatchObject([{ id: opened!.id, message }])
    expect(await ledger.db("stablecoin_exception")).toMatchObject([
      { id: opened!.id, status: "open", message, resolved_at: null },
    ])
  })
})

import type { Payment } from "../../src/ledger"
import { LedgerAdmin } from "../setup/module/ledger-admin"
import {
  ledgerTest,
  pendingPayment,
  withRule,
} from "../setup/module/test-ledger"

const TIMES = Array.from({ length: 20 }, (_, index) => index)
const VOID = "the refund was deleted in Medusa"

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  const cancel = async (payment: Payment) =>
    await ledger.service.refunds.refundRemainder(
      payment.id,
      "order order_1 was cancelled"
    )
  const inMedusa = () => ledger.db("refund").where({ id: "ref_1" })
  /** Steps of Medusa and of settling, about a payment of 12.50. */
  const STEPS = {
    "refund 5": (of: Payment) => admin.request(of, "ref_1", "5"),
    "refund 10": (of: Payment) => admin.request(of, "ref_1", "10"),
    "refund all": (of: Payment) => admin.request(of, "ref_1", "12.50"),
    "refund all again": (of: Payment) => admin.request(of, "ref_2", "12.50"),
    capture: (of: Payment) => admin.capture(of, "12.50"),
    send: () => ledger.db("stablecoin_refund").update({ status: "sent" }),
    delete: () => inMedusa().delete(),
    "delete softly": () => inMedusa().update({ deleted_at: new Date() }),
    /** Settling refunds the rest of a cancelled order. */
    cancel,
  }
  const EXCEEDS = { refused: "exceeds_paid" }

  it.each<
    [
      steps: (keyof typeof STEPS)[],
      refunds: string[],
      uses: string,
      last: object,
    ]
  >([
    [["refund 5"], ["5.00 due"], "7.50 capture, 5.00 refund", {}],
    // Medusa refunds an order that settling refunds too.
    [["refund all", "cancel"], ["12.50 due"], "12.50 refund", EXCEEDS],
    [["cancel", "refund all"], ["12.50 due"], "12.50 refund", EXCEEDS],
    // A refund that Medusa has reverted is void, so that nothing is paid twice.
    [
      ["refund 10", "delete", "refund all again"],
      ["10.00 void", "12.50 due"],
      "12.50 refund",
      {},
    ],
    [
      ["refund 10", "delete softly", "refund all again"],
      ["10.00 void", "12.50 due"],
      "12.50 refund",
      {},
    ],
    [
      ["refund 10", "delete", "refund 10"],
      ["10.00 due"],
      "2.50 capture, 10.00 refund",
      {},
    ],
    [
      ["capture", "refund all", "delete", "cancel"],
      ["12.50 void"],
      "12.50 capture",
      EXCEEDS,
    ],
    // It still counts if it was sent before.
    [
      ["refund 10", "send", "delete", "refund all again"],
      ["10.00 sent"],
      "2.50 capture, 10.00 refund",
      EXCEEDS,
    ],
    [
      ["refund 10", "send", "delete softly", "refund all again"],
      ["10.00 sent"],
      "2.50 capture, 10.00 refund",
      EXCEEDS,
    ],
  ])("%j: %j, %s", async (steps, refunds, uses, last) => {
    const payment = await admin.paidPayment()
    const outcomes: unknown[] = []
    for (const step of steps) {
      outcomes.push(await STEPS[step](payment))
    }
    expect(outcomes.at(-1)).toMatchObject(last)
    expect(await admin.refunds()).toEqual(refunds)
    expect(await admin.uses(payment.id)).toEqual([uses])
    const { exceptions } = await admin.records()
    const notes = exceptions.map(({ status, note }) => [status, note])
    expect(notes.sort()).toEqual(
      refunds
        .map((refund) =>
          refund.endsWith("void")
            ? ["resolved", expect.stringContaining(VOID)]
            : ["open", null]
        )
        .sort()
    )
  })

  it("the coins that the merchant chose count for one refund", async () => {
    const payment = await admin.paidPayment()
    const price = { quote_id: "stquo_1", cart_amount: "10.00" }
    await ledger.db("stablecoin_payment").update(price)
    const chosen = { refunding: "6.30", refunding_for: "5.00" }
    await admin.openException(payment, "order_missing", chosen)
    await admin.request(payment, "ref_1", "5")
    await admin.request(payment, "ref_2", "5")
    expect(await admin.refunds()).toEqual(["6.30 due", "6.20 due"])
  })

  it("a Medusa refund that is requested twenty times concurrently is due once", async () => {
    const payment = await admin.paidPayment()

    const outcomes = await Promise.all(
      TIMES.map(() => admin.request(payment, "ref_1", "5"))
    )

    expect(outcomes.every((outcome) => "refund" in outcome)).toBe(true)
    expect(await ledger.db("stablecoin_refund")).toEqual([
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
    expect(await admin.exceptions()).toEqual(["refund_due open"])
    expect(ledger.announced).toEqual([
      "stablecoin.refund.due",
      "stablecoin.exception.opened",
    ])
  })

  it("concurrent refunds never exceed the paid amount", async () => {
    const payment = await admin.paidPayment()

    const outcomes = await Promise.all(
      TIMES.map((number) => admin.request(payment, `ref_${number}`, "3"))
    )

    // Four times 3.00 of 12.50; a fifth would be 15.00.
    expect(outcomes.filter((outcome) => "refund" in outcome)).toHaveLength(4)
    expect(await admin.exceptions()).toHaveLength(4)
    expect(await admin.request(payment, "ref_rest", "0.50")).toMatchObject({
      refund: { amount: "0.50" },
    })
    expect(await admin.request(payment, "ref_more", "0.01")).toMatchObject(
      EXCEEDS
    )
  })

  it("Medusa's refund and settling's at the same moment are one", async () => {
    for (const round of TIMES.slice(0, 8)) {
      const payment = await admin.paidPayment(`stpay_${round}`)
      const ref = `ref_${round}`
      await ledger.db("refund").insert({ id: ref })
      await admin.atOnce("stablecoin_payment", payment.id, 2, (number) =>
        number === round % 2
          ? cancel(payment)
          : admin.request(payment, ref, "12.5")
      )
      expect(
        await ledger.db("stablecoin_refund").where({ payment_id: payment.id })
      ).toMatchObject([{ amount: "12.50" }])
    }
  })

  it("the merchant's note about a reverted refund is kept, and other payments' refunds are unchanged", async () => {
    const [payment, other] = [
      await admin.paidPayment(),
      await admin.paidPayment("stpay_2"),
    ]
    await admin.request(payment, "ref_1", "10")
    const note = { status: "resolved", note: "Agreed with Ada on the phone." }
    await ledger.db("stablecoin_exception").update(note)
    await admin.request(other, "ref_other", "5")
    await ledger.db("refund").delete()

    await admin.request(payment, "ref_2", "5")

    expect(await admin.refunds()).toEqual([
      "10.00 void",
      "5.00 due",
      "5.00 due",
    ])
    const open = { status: "open" }
    expect(
      await ledger.db("stablecoin_exception").orderBy("created_at")
    ).toMatchObject([note, open, open])
  })

  it("nothing is due for an unpaid or unknown payment", async () => {
    const payment = await pendingPayment(ledger)
    const unknown = { ...payment, id: "stpay_none" }
    expect(await admin.request(payment, "ref_1", "5")).toEqual({
      refused: "not_paid",
    })
    expect(await admin.request(unknown, "ref_1", "5")).toEqual({
      refused: "unknown_payment",
    })
    expect(await admin.refunds()).toEqual([])
  })

  it("a refund whose exception can't be written is not written either", async () => {
    const payment = await admin.paidPayment()
    const rule = "kind <> 'refund_due'"
    await withRule(
      ledger,
      { table: "stablecoin_exception", rule },
      async () => {
        await expect(admin.request(payment, "ref_1", "5")).rejects.toThrow(
          "forbidden_by_test"
        )
      }
    )
    expect(await admin.refunds()).toEqual([])
    expect(ledger.announced).toEqual([])
  })
})

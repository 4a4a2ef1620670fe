import type { Payment } from "../../src/ledger"
import { ledgerTest, type TestLedger } from "../setup/module/test-ledger"
import { paidPayment, requestRefund } from "../setup/module/refunds"

/** Ways in which Medusa reverts its refund. */
const REVERTED: [how: string, revert: (ledger: TestLedger) => Promise<void>][] =
  [
    [
      "deletes",
      async ({ db }) => {
        await db("refund").where({ id: "ref_1" }).delete()
      },
    ],
    [
      "softly deletes",
      async ({ db }) => {
        await db("refund")
          .where({ id: "ref_1" })
          .update({ deleted_at: new Date() })
      },
    ],
  ]

ledgerTest((ledger) => {
  const request = (payment: Payment, refund: string, cart_amount: string) =>
    requestRefund(ledger, payment, refund, cart_amount)

  const refunds = async () =>
    await ledger
      .db("stablecoin_refund")
      .orderBy("medusa_refund_id")
      .select("medusa_refund_id", "amount", "status")

  /** The exception about a refund. */
  const exceptionOf = async (medusa_refund_id: string) => {
    const { id } = await ledger
      .db("stablecoin_refund")
      .where({ medusa_refund_id })
      .first("id")
    return await ledger
      .db("stablecoin_exception")
      .where({ key: `${id}:refund_due` })
      .first()
  }

  it.each(REVERTED)(
    "a refund that Medusa %s is void, and its exception resolved, so that nothing is paid twice",
    async (_, revertRefund) => {
      const payment = await paidPayment(ledger)
      await request(payment, "ref_1", "10")
      await revertRefund(ledger)

      await request(payment, "ref_2", "12.50")

      expect(await refunds()).toEqual([
        { medusa_refund_id: "ref_1", amount: "10.00", status: "void" },
        { medusa_refund_id: "ref_2", amount: "12.50", status: "due" },
      ])
      expect(await exceptionOf("ref_1")).toMatchObject({
        kind: "refund_due",
        status: "resolved",
        note: expect.stringContaining("the refund was deleted in Medusa"),
        resolved_at: expect.any(Date),
      })
      expect(await exceptionOf("ref_2")).toMatchObject({
        status: "open",
        note: null,
        resolved_at: null,
      })
    }
  )

  it.each(REVERTED)(
    "a refund that was sent before Medusa %s it still counts",
    async (_, revertRefund) => {
      const payment = await paidPayment(ledger)
      await request(payment, "ref_1", "10")
      await ledger.db("stablecoin_refund").update({ status: "sent" })
      await revertRefund(ledger)

      expect(await request(payment, "ref_2", "12.50")).toMatchObject({
        refused: "exceeds_paid",
      })
      expect(await refunds()).toEqual([
        { medusa_refund_id: "ref_1", amount: "10.00", status: "sent" },
      ])
      expect(await exceptionOf("ref_1")).toMatchObject({ status: "open" })
    }
  )

  it("the merchant's note about it is kept", async () => {
    const payment = await paidPayment(ledger)
    await request(payment, "ref_1", "10")
    const note = { status: "resolved", note: "Agreed with Ada on the phone." }
    await ledger.db("stablecoin_exception").update(note)
    await ledger.db("refund").where({ id: "ref_1" }).delete()

    await request(payment, "ref_2", "5")

    expect(await exceptionOf("ref_1")).toMatchObject(note)
  })

  it("existing refunds, and other payments' refunds, stay unchanged", async () => {
    const payment = await paidPayment(ledger)
    const other = await paidPayment(ledger, "stpay_2")
    await request(payment, "ref_1", "5")
    await request(other, "ref_other", "5")
    await ledger.db("refund").where({ id: "ref_other" }).delete()

    await request(payment, "ref_2", "5")

    const standing = ["ref_1", "ref_2", "ref_other"]
    expect(await refunds()).toEqual(
      standing.map((medusa_refund_id) => ({
        medusa_refund_id,
        amount: "5.00",
        status: "due",
      }))
    )
    for (const refund of standing) {
      expect(await exceptionOf(refund)).toMatchObject({ status: "open" })
    }
  })

  it("a reverted refund that is requested again with the same id is not due twice", async () => {
    const payment = await paidPayment(ledger)
    await request(payment, "ref_1", "10")
    await ledger.db("refund").where({ id: "ref_1" }).delete()

    await request(payment, "ref_1", "10")

    expect(await refunds()).toEqual([
      { medusa_refund_id: "ref_1", amount: "10.00", status: "due" },
    ])
  })
})

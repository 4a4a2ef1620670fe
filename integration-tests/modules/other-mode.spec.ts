import { DeskOfLedger } from "../setup/module-desk"
import { ledgerTest } from "../setup/module-ledger"

jest.setTimeout(60_000)

ledgerTest((ledger) => {
  const desk = new DeskOfLedger(ledger)

  it("money in a mode that is neither test nor live goes back by the amount that the merchant found, and counts against no payment", async () => {
    const payment = await desk.paidPayment()
    await ledger.service.applyFact(
      payment.id,
      {
        kind: "paid",
        amount: "12.50",
        currency: "USDT",
        chain: "POLYGON",
        tx_hash: `0x${"cd".repeat(32)}`,
        mode: "sandbox",
      },
      "webhook"
    )
    const { id } = await ledger
      .db("stablecoin_exception")
      .where({ kind: "mode_mismatch" })
      .first()

    expect(await desk.refused(() => desk.resolve(id, {}))).toMatchObject({
      refused: "amount_required",
    })
    expect(await desk.resolve(id, { amount: "12.5" })).toMatchObject({
      refund: { amount: "12.50", exception_id: id },
    })
    expect(await ledger.service.refundsDue(payment.id)).toBe("0.00")
  })
})

import { LedgerAdmin } from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)

  it("money in an unknown mode is refunded by the amount that the merchant found, apart from its own", async () => {
    const payment = await admin.paidPayment()
    await ledger.service.payments.apply(
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
      .where({ kind: "deposit_mismatch", reason: "mode" })
      .first()

    expect(await admin.refused(() => admin.resolve(id, {}))).toMatchObject({
      refused: "amount_required",
    })
    expect(await admin.resolve(id, { amount: "12.5" })).toMatchObject({
      refund: { amount: "12.50", exception_id: id },
    })
    expect(await admin.balances(payment.id)).toMatchObject([
      { refund: "0.00", unallocated: "12.50" },
      { refund: "12.50", unallocated: "0.00" },
    ])
  })
})

import { AdminOperations } from "../../../setup/admin/admin-api"
import { blockchainTest } from "../../../setup/store/on-chain"
import type { OpenPayment } from "../../../setup/store/test-store"

const HASH = `0x${"b2".repeat(32)}`

blockchainTest((store, onChain) => {
  const api = AdminOperations.enrolled(store)
  // The first pass only sets the cursors.
  beforeEach(async () => await onChain.read())

  /** Starts a payment that the gateway loses. */
  const start = async (): Promise<OpenPayment> => {
    const payment = await onChain.start()
    await store.stablecoin.payments.apply(
      payment.id,
      { kind: "unknown_at_gateway" },
      "read"
    )
    return payment
  }
  /** The merchant finds the money in the portal, and uses it. */
  const find = async (choice: object): Promise<void> => {
    await api.mustResolveOnly(choice)
  }
  const sent = (amount = "12.50") => ({
    action: "close",
    sent: { amount, tx_hash: HASH },
  })
  const expectUsedOnce = async (
    payment: OpenPayment,
    tx_hash: string,
    kind: "refund" | "kept"
  ): Promise<void> => {
    expect(await onChain.records(payment)).toMatchObject({
      orders: 0,
      captures: [],
    })
    expect(await api.readDeposits()).toMatchObject([
      {
        payment_id: payment.id,
        amount: "12.50",
        tx_hash,
        unallocated: "0.00",
        allocations: [{ kind, amount: "12.50" }],
      },
    ])
    await api.expectConserved()
  }

  // The module's tests have every order of reports.
  describe("money that the merchant has found pays for nothing else", () => {
    it("once its chain shows it and the gateway confirms it: it was sent back", async () => {
      const payment = await start()
      const txHash = await onChain.send(payment)
      await find(sent())

      await onChain.see()
      expect(await store.openExceptions()).toEqual([])
      await expectUsedOnce(payment, txHash, "refund")

      await onChain.confirm(payment, txHash)
      expect(await store.openExceptions()).toEqual([])
      await expectUsedOnce(payment, txHash, "refund")
    })

    it("if its chain had shown it before: it is kept for an order entered manually", async () => {
      const payment = await start()
      const txHash = await onChain.send(payment)
      await onChain.read()
      await find({ action: "close", order_id: await api.admin.enterOrder() })

      await onChain.see()
      expect(await store.openExceptions()).toEqual([])
      await onChain.confirm(payment, txHash)
      expect(await store.openExceptions()).toEqual([])
      await expectUsedOnce(payment, txHash, "kept")
    })
  })

  it("the rest of money of which the merchant found a part is named", async () => {
    const payment = await start()
    const tx_hash = await onChain.send(payment)
    await find(sent("12.00"))

    await onChain.see()
    const [deposit, ...others] = await api.readDeposits()
    expect(deposit).toMatchObject({
      amount: "12.50",
      tx_hash,
      unallocated: "0.50",
      allocations: [{ kind: "refund", amount: "12.00" }],
    })
    expect(others).toEqual([])
    expect(await api.readOpenException()).toMatchObject({
      kind: "unreported_transfer",
      deposit_id: deposit!.id,
      held: { amount: "0.50", confirmed: true },
    })

    await onChain.confirm(payment, tx_hash)
    expect(await onChain.records(payment)).toMatchObject({
      status: "paid",
      captures: [],
    })
    expect(await api.readOpenException()).toMatchObject({
      deposit_id: deposit!.id,
      held: { amount: "0.50" },
    })
    await api.expectConserved()
  })

  it("of two transfers, the one that the merchant has not found is named", async () => {
    const payment = await start()
    const hashes = [await onChain.send(payment), await onChain.send(payment)]
    await find(sent())
    await onChain.see()

    const deposits = await api.readDeposits()
    expect(deposits.map(({ tx_hash }) => tx_hash).sort()).toEqual(hashes.sort())
    const other = deposits.find(({ unallocated }) => unallocated === "12.50")
    expect(await api.readOpenException()).toMatchObject({
      kind: "unreported_transfer",
      payment_id: payment.id,
      deposit_id: other?.id,
      held: { amount: "12.50" },
    })

    await onChain.confirm(payment, other!.tx_hash!)
    expect(await onChain.records(payment)).toMatchObject({
      status: "paid",
      orders: 1,
      captures: [12.5],
    })
    expect(await store.openExceptions()).toEqual([])
    await api.expectConserved()
  })

  it("a transfer that was sent after the merchant found the money is named", async () => {
    const payment = await start()
    await find(sent())
    await store.db("stablecoin_deposit").update({
      arrived_at: new Date(Date.now() - 3600_000),
    })
    const txHash = await onChain.send(payment)
    await onChain.see()

    const { deposit_id } = await api.readOpenException()
    const deposits = await api.readDeposits()
    expect(deposits).toHaveLength(2)
    expect(deposits.find(({ id }) => id === deposit_id)).toMatchObject({
      tx_hash: txHash,
      unallocated: "12.50",
    })
    await api.expectConserved()
  })
})

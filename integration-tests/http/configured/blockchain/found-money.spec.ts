import { AdminOperations } from "../../../setup/admin/admin-api"
import {
  expectConserved,
  readDeposits,
  readOpenException,
} from "../../../setup/admin/deposits"
import { enterOrder } from "../../../setup/admin/enter-order"
import {
  databaseOf,
  openExceptions,
  readPayment,
} from "../../../setup/store/ledger"
import {
  blockchainTest,
  readChains,
  readRecords,
  reconcileAll,
  seeTransfers,
} from "../../../setup/store/on-chain"
import {
  openPayment,
  type OpenPayment,
} from "../../../setup/store/open-payment"
import { stablecoinOf } from "../../../setup/store/stablecoin"

const CHOSEN = { chain: "POLYGON", currency: "USDT" } as const
const HASH = `0x${"b2".repeat(32)}`
const NOTE = "Found in the portal."

blockchainTest((store) => {
  const api = AdminOperations.enrolled(store)
  // The first pass only sets the cursors.
  beforeEach(async () => await readChains(store))

  /** Starts a payment that the gateway loses. */
  const start = async (): Promise<OpenPayment> => {
    const payment = await openPayment(store, "onchain", CHOSEN)
    await stablecoinOf(store).payments.apply(
      payment.id,
      { kind: "unknown_at_gateway" },
      "read"
    )
    return payment
  }
  /** Sends coins that the gateway is not told about. @returns their hash */
  const send = async ({ id }: OpenPayment): Promise<string> => {
    const paid = await store.sandbox.pay({ orderNo: id }, { confirm: false })
    return paid.transfer!.txHash
  }
  /** The merchant finds the money in the portal, and uses it. */
  const find = async (choice: object): Promise<void> => {
    const { id } = await readOpenException(api)
    await api.mustResolve(id, { note: NOTE, ...choice })
  }
  const sent = (amount = "12.50") => ({
    action: "close",
    sent: { amount, tx_hash: HASH },
  })
  const confirm = async ({ id }: OpenPayment, txHash: string) => {
    await store.sandbox.pay({ orderNo: id }, { txHash })
    await readChains(store)
    await reconcileAll(store)
  }
  const expectUsedOnce = async (
    payment: OpenPayment,
    tx_hash: string,
    kind: "refund" | "kept"
  ): Promise<void> => {
    expect(await readRecords(store, payment)).toMatchObject({
      orders: 0,
      captures: [],
    })
    expect(await readDeposits(api)).toMatchObject([
      {
        payment_id: payment.id,
        amount: "12.50",
        tx_hash,
        unallocated: "0.00",
        allocations: [{ kind, amount: "12.50" }],
      },
    ])
    await expectConserved(store, api)
  }

  // The module's tests have every order of reports.
  describe("money that the merchant has found pays for nothing else", () => {
    it("once its chain shows it and the gateway confirms it: it was sent back", async () => {
      const payment = await start()
      const txHash = await send(payment)
      await find(sent())

      await seeTransfers(store)
      expect(await openExceptions(store)).toEqual([])
      await expectUsedOnce(payment, txHash, "refund")

      await confirm(payment, txHash)
      expect(await openExceptions(store)).toEqual([])
      await expectUsedOnce(payment, txHash, "refund")
    })

    it("if the gateway confirms it as soon as its chain shows it: its refund is due", async () => {
      const payment = await start()
      const txHash = await send(payment)
      await find({ action: "refund", refund: { amount: "12.50" } })
      await readChains(store)
      await confirm(payment, txHash)
      await seeTransfers(store)
      await expectUsedOnce(payment, txHash, "refund")
    })

    it("if its chain had shown it before: it is kept for an order entered manually", async () => {
      const payment = await start()
      const txHash = await send(payment)
      await readChains(store)
      await find({ action: "close", order_id: await enterOrder(store, api) })

      await seeTransfers(store)
      expect(await openExceptions(store)).toEqual([])
      await confirm(payment, txHash)
      expect(await openExceptions(store)).toEqual([])
      await expectUsedOnce(payment, txHash, "kept")
    })
  })

  it("the rest of money of which the merchant found a part is named", async () => {
    const payment = await start()
    const tx_hash = await send(payment)
    await find(sent("12.00"))

    await seeTransfers(store)
    const [deposit, ...others] = await readDeposits(api)
    expect(deposit).toMatchObject({
      amount: "12.50",
      tx_hash,
      unallocated: "0.50",
      allocations: [{ kind: "refund", amount: "12.00" }],
    })
    expect(others).toEqual([])
    expect(await readOpenException(api)).toMatchObject({
      kind: "unreported_transfer",
      deposit_id: deposit!.id,
      held: { amount: "0.50", confirmed: true },
    })

    await confirm(payment, tx_hash)
    expect(await readRecords(store, payment)).toMatchObject({
      status: "paid",
      captures: [],
    })
    expect(await readOpenException(api)).toMatchObject({
      deposit_id: deposit!.id,
      held: { amount: "0.50" },
    })
    await expectConserved(store, api)
  })

  it("of two transfers, the one that the merchant has not found is named", async () => {
    const payment = await start()
    const hashes = [await send(payment), await send(payment)]
    await find(sent())
    await seeTransfers(store)

    const deposits = await readDeposits(api)
    expect(deposits.map(({ tx_hash }) => tx_hash).sort()).toEqual(hashes.sort())
    const other = deposits.find(({ unallocated }) => unallocated === "12.50")
    expect(await readOpenException(api)).toMatchObject({
      kind: "unreported_transfer",
      payment_id: payment.id,
      deposit_id: other?.id,
      held: { amount: "12.50" },
    })

    await confirm(payment, other!.tx_hash!)
    expect(await readRecords(store, payment)).toMatchObject({
      status: "paid",
      orders: 1,
      captures: [12.5],
    })
    expect(await openExceptions(store)).toEqual([])
    await expectConserved(store, api)
  })

  it("a transfer that was sent after the merchant found the money is named", async () => {
    const payment = await start()
    await find(sent())
    await databaseOf(store)("stablecoin_deposit").update({
      arrived_at: new Date(Date.now() - 3600_000),
    })
    const txHash = await send(payment)
    await seeTransfers(store)

    const { deposit_id } = await readOpenException(api)
    const deposits = await readDeposits(api)
    expect(deposits).toHaveLength(2)
    expect(deposits.find(({ id }) => id === deposit_id)).toMatchObject({
      tx_hash: txHash,
      unallocated: "12.50",
    })
    await expectConserved(store, api)
  })

  it("money at an address of several payments is used once if the merchant assigns it to the one that it was found for", async () => {
    const other = await openPayment(store, "onchain", CHOSEN)
    const payment = await start()
    const { destination_address } = await readPayment(store, payment.id)
    await databaseOf(store)("stablecoin_payment")
      .where({ id: other.id })
      .update({ destination_address })
    const txHash = await send(payment)
    await find(sent())
    await seeTransfers(store)
    await find({ action: "assign", payment_id: payment.id })

    expect(await openExceptions(store)).toEqual([])
    await expectUsedOnce(payment, txHash, "refund")
    await confirm(payment, txHash)
    expect(await openExceptions(store)).toEqual([])
    await expectUsedOnce(payment, txHash, "refund")
  })
})

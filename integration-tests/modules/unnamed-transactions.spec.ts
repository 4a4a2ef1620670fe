import { ledgerTest } from "../setup/module/test-ledger"
import { addressOf, hashOf, watchedChain } from "../setup/module/watched-chain"

const ONE = addressOf("a")

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)
  const report = async (tx_hash?: string): Promise<void> =>
    await chain.report("stpay_1", { tx_hash })
  const giveUp = async (): Promise<void> => {
    await ledger
      .db("stablecoin_payment")
      .where({ id: "stpay_1" })
      .update({ hashless_reads: 8 })
  }
  beforeEach(async () => {
    await chain.show("stpay_1", ONE)
    await report()
    await chain.see({ to: ONE })
    await chain.match()
  })

  it("the transfer of a payment whose transaction can still be read is no exception", async () => {
    expect(await chain.open()).toEqual([])
    await report(hashOf(1))
    await ledger.db("stablecoin_payment").update({ prove_at: null })
    await chain.match()
    expect(await chain.open()).toEqual([])
  })

  it("is what paid it once the gateway is not asked for it any more", async () => {
    await giveUp()
    await chain.match()
    expect(await chain.open()).toEqual([])
    expect(await ledger.db("stablecoin_deposit")).toMatchObject([
      {
        amount: "12.50",
        tx_hash: hashOf(1),
        log_index: 0,
        confirmed_at: expect.any(Date),
        seen_at: expect.any(Date),
      },
    ])

    await report(hashOf(1))
    await chain.see({ to: ONE, tx_hash: hashOf(2) })
    await chain.match()
    expect(await chain.open()).toEqual(["stpay_1: unreported_transfer.again"])
  })

  it("keeps another payment of the address from being cancelled if it fits, too", async () => {
    await chain.show("stpay_2", ONE)
    expect(await chain.check("stpay_2")).toBe("coins")
    await giveUp()
    await chain.match()
    expect(await chain.open()).toEqual(["null: unreported_transfer.unclear"])
    expect(await chain.check("stpay_2")).toBe("coins")
  })
})

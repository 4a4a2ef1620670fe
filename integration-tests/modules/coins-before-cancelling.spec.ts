import { ledgerTest } from "../setup/module/test-ledger"
import { addressOf, hashOf, watchedChain } from "../setup/module/watched-chain"

const ONE = addressOf("a")

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)

  const resolve = async (): Promise<void> => {
    await ledger
      .db("stablecoin_exception")
      .update({ status: "resolved", resolved_by: "user_1" })
  }

  it("coins that are matched after settling has read the payment are found", async () => {
    await chain.show("stpay_1", ONE)
    await chain.see({ to: ONE })
    expect(await chain.look("stpay_1")).toBe("coins")

    // A pass opens the exception while the payment is about to be cancelled.
    await chain.match()
    expect(await chain.open()).toEqual(["stpay_1: transfer_unconfirmed"])
    expect(await chain.look("stpay_1")).toBe("coins")

    await resolve()
    expect(await chain.look("stpay_1")).toBe("none")
  })

  it("coins that fit several payments are found for each, until the merchant resolves them", async () => {
    await chain.show("stpay_1", ONE)
    await chain.show("stpay_2", ONE)
    await chain.see({ to: ONE })
    await chain.match()
    expect(await chain.look("stpay_1")).toBe("coins")
    expect(await chain.look("stpay_2")).toBe("coins")

    await resolve()
    expect(await chain.look("stpay_1")).toBe("none")
  })

  it("coins of another payment of the address are not found", async () => {
    await chain.show("stpay_1", ONE)
    await chain.show("stpay_2", ONE, { amount: "9.00" })
    await chain.see({ to: ONE }, { to: addressOf("c"), tx_hash: hashOf(2) })
    expect(await chain.look("stpay_2")).toBe("none")
    await chain.match()
    expect(await chain.look("stpay_2")).toBe("none")
  })
})

import { Repository } from "../../src/modules/stablecoin/repository"
import { ledgerTest } from "../setup/module/test-ledger"
import { addressOf, hashOf, watchedChain } from "../setup/module/watched-chain"
import { plansOf } from "../setup/postgres/plans"

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
    expect(await chain.check("stpay_1")).toBe("coins")

    // A pass opens the exception while the payment is about to be cancelled.
    await chain.match()
    expect(await chain.open()).toEqual(["stpay_1: transfer_unconfirmed"])
    expect(await chain.check("stpay_1")).toBe("coins")

    await resolve()
    expect(await chain.check("stpay_1")).toBe("none")
  })

  it("coins that fit several payments are found for each, until the merchant resolves them", async () => {
    await chain.show("stpay_1", ONE)
    await chain.show("stpay_2", ONE)
    await chain.see({ to: ONE })
    await chain.match()
    expect(await chain.check("stpay_1")).toBe("coins")
    expect(await chain.check("stpay_2")).toBe("coins")

    await resolve()
    expect(await chain.check("stpay_1")).toBe("none")
  })

  it("coins are found by indexes, among any number of transfers to the address", async () => {
    await chain.show("stpay_1", ONE)
    await chain.show("stpay_2", ONE)
    await chain.see({ to: ONE })
    await chain.match()
    await ledger.db.raw(
      `INSERT INTO stablecoin_seen_transfer
         (chain, tx_hash, log_index, coin, amount, from_address, to_address,
          block_number, block_time, matched_at)
       SELECT chain, '0x' || n, log_index, coin, amount, from_address,
         CASE WHEN n <= 3000 THEN to_address ELSE '0x' || n END, block_number,
         block_time, CASE WHEN n <= 3000 THEN matched_at END
       FROM stablecoin_seen_transfer, generate_series(1, 6000) AS n`
    )
    await chain.see({ to: ONE, tx_hash: hashOf(2) })
    await ledger.db.raw(
      "ANALYZE stablecoin_seen_transfer, stablecoin_exception"
    )
    const { chains } = new Repository(ledger.db)

    const plan = await plansOf(ledger.db, async () => {
      const found = await chains.listUnassigned({ id: "stpay_1", address: ONE })
      expect(found.map(({ tx_hash }) => tx_hash)).toEqual([
        hashOf(2),
        hashOf(1),
      ])
    })

    expect(plan.scanned).not.toContain("stablecoin_seen_transfer")
    expect(plan.rows).toBeLessThan(10)
  })

  it("coins of another payment of the address are not found", async () => {
    await chain.show("stpay_1", ONE)
    await chain.show("stpay_2", ONE, { amount: "9.00" })
    await chain.see({ to: ONE }, { to: addressOf("c"), tx_hash: hashOf(2) })
    expect(await chain.check("stpay_2")).toBe("none")
    await chain.match()
    expect(await chain.check("stpay_2")).toBe("none")
  })
})

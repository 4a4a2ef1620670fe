import { ledgerTest } from "../setup/module/test-ledger"
import {
  addressOf,
  CHAIN,
  hashOf,
  watchedChain,
} from "../setup/module/watched-chain"

const ONE = addressOf("a")
const OTHER = addressOf("b")
/** More than are read at once. */
const MANY = 220

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)

  it("transfers that stay unclear delay none of another payment or chain", async () => {
    await chain.show("stpay_1", ONE)
    await ledger
      .db("stablecoin_payment")
      .update({ status: "paid", paid_at: new Date() })
    await chain.show("stpay_2", OTHER, { chain: "BASE" })
    const earlier = new Date(Date.now() - 180_000)
    await chain.see(
      ...Array.from({ length: MANY }, (_, index) => ({
        to: ONE,
        tx_hash: hashOf(index),
        arrived_at: earlier,
      })),
      { to: OTHER, chain: "BASE" },
      { to: OTHER, chain: "BASE", tx_hash: hashOf(2), amount: "7.00" }
    )

    expect(await chain.match()).toBe(2)

    expect((await chain.open()).toSorted()).toEqual([
      "stpay_2: unreported_transfer.exact",
      "stpay_2: unreported_transfer.short",
    ])
    expect(await chain.match()).toBe(0)
  })

  it("all transfers are matched in one pass", async () => {
    await chain.show("stpay_1", ONE)
    await chain.see(
      ...Array.from({ length: MANY }, (_, index) => ({
        to: ONE,
        tx_hash: hashOf(index),
        amount: "0.001",
      }))
    )
    expect(await chain.match()).toBe(MANY)
  })

  it("the transfers of proven payments are known, and not matched again", async () => {
    const sender = addressOf("5e4d")
    const shown = { is_final: true, reason: null, block_number: 7 }
    for (let index = 0; index < MANY; index++) {
      const id = `stpay_${index}`
      const tx_hash = hashOf(index)
      await chain.show(id, addressOf(String(index)))
      await chain.report(id, { tx_hash })
      const proof = {
        ...shown,
        tx_hash,
        sender,
        log_index: 0,
        block_hash: hashOf(7),
        block_time: new Date(Date.now() - 120_000).toISOString(),
        found_instead: null,
      }
      await ledger.service.payments.apply(
        id,
        { kind: "proof", status: "proven", proof },
        "chain"
      )
    }
    expect(await chain.match()).toBe(0)
    // The first proposal for a refund's address.
    expect(
      await ledger.db("stablecoin_deposit").distinct("sender", "log_index")
    ).toEqual([{ sender, log_index: 0 }])
  })

  it("transfers of less than a cent are not stored", async () => {
    await chain.show("stpay_1", ONE)
    const coins = { chain: CHAIN, currency: "USDT", to: ONE } as const
    chain.sandbox.send({ ...coins, amount: "0.009999" })
    chain.sandbox.send({ ...coins, amount: "0.01" })
    await chain.watch()
    expect(await ledger.db("stablecoin_deposit").pluck("amount")).toEqual([
      "0.01",
    ])
  })
})

import { ledgerTest } from "../setup/module/test-ledger"
import {
  addressOf,
  CHAIN,
  hashOf,
  watchedChain,
} from "../setup/module/watched-chain"

const ONE = addressOf("a")
/** More than are read at once. */
const MANY = 220

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)

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

  it("the gateway gets a minute to report a transfer", async () => {
    await chain.show("stpay_1", ONE)
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
    await chain.see({ to: ONE, arrived_at: ago(30) })
    expect(await chain.match()).toBe(0)
    await chain.see({ to: ONE, tx_hash: hashOf(2), arrived_at: ago(61) })
    expect(await chain.match()).toBe(1)
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

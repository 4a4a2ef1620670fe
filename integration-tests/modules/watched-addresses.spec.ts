import type { Payment } from "../../src/ledger"
import { ledgerTest } from "../setup/module/test-ledger"
import { addressOf, CHAIN, watchedChain } from "../setup/module/watched-chain"
import { plansOf } from "../setup/postgres/plans"
import { repositoryOf } from "../../src/modules/stablecoin/repository"

const ONE = addressOf("a")
const DAY_MS = 24 * 3600_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)
  const start = async (
    changes: Partial<Payment> & { updated_at?: Date }
  ): Promise<void> => {
    await chain.show("stpay_1", ONE)
    await ledger
      .db("stablecoin_payment")
      .update({ created_at: daysAgo(40), updated_at: daysAgo(40), ...changes })
  }
  const sendAndSee = async (): Promise<string[]> => {
    const coins = { chain: CHAIN, currency: "USDT", amount: "12.50" } as const
    chain.sandbox.send({ ...coins, to: ONE })
    await chain.watch()
    return await ledger.db("stablecoin_deposit").pluck("destination_address")
  }
  const match = async (): Promise<string[]> => {
    await ledger
      .db("stablecoin_deposit")
      .update({ arrived_at: new Date(Date.now() - 120_000) })
    await chain.match()
    return await chain.open()
  }

  it.each<[string, Parameters<typeof start>[0], string]>([
    [
      "was started long ago, and is open",
      { expires_at: daysAgo(-20) },
      "unreported_transfer.exact",
    ],
    [
      "expired long ago, and is open",
      { expires_at: daysAgo(39) },
      "unreported_transfer.exact",
    ],
    [
      "expired 13 days ago",
      { status: "cancelled", expires_at: daysAgo(13) },
      "unreported_transfer.late",
    ],
    [
      "was cancelled 13 days ago, long after it expired",
      {
        status: "cancelled",
        expires_at: daysAgo(39),
        updated_at: daysAgo(13),
      },
      "unreported_transfer.late",
    ],
    [
      "was paid 13 days ago, long after it expired",
      {
        status: "paid",
        tx_hash: "0x1",
        expires_at: daysAgo(39),
        paid_at: daysAgo(13),
      },
      "unreported_transfer.again",
    ],
  ])(
    "coins are seen at the address of a payment that %s",
    async (_, changes, kind) => {
      await start(changes)
      expect(await sendAndSee()).toEqual([ONE])
      expect(await match()).toEqual([`stpay_1: ${kind}`])
    }
  )

  it("an address is not watched any more two weeks after the end", async () => {
    await start({ status: "cancelled", expires_at: daysAgo(15) })
    expect(await sendAndSee()).toEqual([])
  })

  it("the addresses are found by an index, among any number of ended payments", async () => {
    await start({ status: "cancelled", expires_at: daysAgo(30) })
    await ledger.db.raw(
      `INSERT INTO stablecoin_payment
         (id, session_id, payment_collection_id, rail, provider_id, status,
          account, checkout_flow, capture, amount, currency, chain,
          cart_amount, cart_currency, destination_address, expires_at,
          created_at, updated_at)
       SELECT 'stpay_many_' || n, 'payses_many_' || n, 'pay_col_many_' || n,
         rail, provider_id, status, account, checkout_flow, capture,
         amount, currency, chain, cart_amount, cart_currency,
         destination_address, expires_at, created_at, updated_at
       FROM stablecoin_payment, generate_series(1, 3000) AS n`
    )
    const { created_at } = await chain.show("stpay_2", addressOf("b"))
    await ledger.db.raw("ANALYZE stablecoin_payment")
    const { chains } = repositoryOf(ledger.db)

    const plan = await plansOf(ledger.db, async () => {
      expect(await chains.listWatchedAddresses(new Date())).toEqual([
        { address: addressOf("b"), started_at: created_at },
      ])
    })

    expect(plan.scanned).toEqual([])
    expect(plan.rows).toBeLessThan(10)
  })
})

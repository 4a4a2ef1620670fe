import type { Payment } from "../../src/ledger"
import { ledgerTest } from "../setup/module/test-ledger"
import { addressOf, hashOf, watchedChain } from "../setup/module/watched-chain"

const WALLET = addressOf("a")
/** More than one page of any list. */
const MANY = 600

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)

  /** Adds payments of other amounts to the wallet, of an age between the others. */
  const addMany = async (amount = "99.00"): Promise<void> => {
    await ledger.db.raw(
      `INSERT INTO stablecoin_payment
         (id, session_id, payment_collection_id, rail, provider_id, status,
          account, checkout_flow, capture, amount, currency, chain,
          cart_amount, cart_currency, destination_address, expires_at, created_at)
       SELECT 'stpay_many_' || n, 'payses_many_' || n, 'pay_col_many_' || n,
         rail, provider_id, status, account, checkout_flow, capture,
         ?, currency, chain, ?, cart_currency,
         destination_address, expires_at, now() - interval '1 hour'
       FROM stablecoin_payment, generate_series(1, ?) AS n WHERE id = 'stpay_1'`,
      [amount, amount, MANY]
    )
  }
  const cancel = async (): Promise<void> => {
    await ledger.db("stablecoin_payment").update({ status: "cancelled" })
  }

  /** The gateway reports money of a payment that is not stored. */
  const reportLost = async (amount: string) =>
    await ledger.service.repository.deposits.recordUnknown(
      {
        rail: "onchain",
        amount,
        currency: "USDT",
        chain: "POLYGON",
        tx_hash: hashOf(1),
        mode: "live",
        gateway_reference: `stpay_lost/${amount}`,
      },
      new Date()
    )

  beforeEach(async () => {
    await chain.show("stpay_1", WALLET)
    const created_at = new Date(Date.now() - 3 * 3600_000)
    await chain.set("stpay_1", { created_at })
  })

  it("coins that fit the oldest and the newest of many payments are assigned to neither, and keep both from being cancelled", async () => {
    await addMany()
    await chain.show("stpay_2", WALLET)
    await chain.see({ to: WALLET })
    expect(await chain.check("stpay_1")).toBe("coins")
    expect(await chain.check("stpay_2")).toBe("coins")

    await chain.match()

    expect(await chain.open()).toEqual(["null: unreported_transfer.unclear"])
    expect(await chain.check("stpay_1")).toBe("coins")
    expect(await chain.check("stpay_2")).toBe("coins")
  })

  it.each<
    [what: string, many: string, seen: object, kind: string, kept: boolean]
  >([
    ["that fit only the oldest", "99.00", {}, "exact", true],
    ["of another network", "99.00", { chain: "BASE" }, "network", true],
    ["of less than half of each", "99.00", { amount: "1" }, "unclear", false],
    ["that fit all of them", "12.50", {}, "unclear", true],
  ])(
    "coins at the address of many payments %s are named, and assigned where one fits",
    async (_, many, seen, kind, kept) => {
      await addMany(many)
      await chain.see({ to: WALLET, ...seen })
      await chain.match()
      const owner = kind === "unclear" ? null : "stpay_1"
      expect(await chain.open()).toEqual([
        `${owner}: unreported_transfer.${kind}`,
      ])
      expect(await chain.check("stpay_1")).toBe(kept ? "coins" : "none")
    }
  )

  it("coins that fit two payments and were sent back capture nothing, though the gateway then confirms one", async () => {
    const { repository } = ledger.service
    await chain.show("stpay_2", WALLET)
    await chain.see({ to: WALLET, amount: "12.5" })
    await chain.match()
    const [exception] = await ledger.db<{ id: string }>("stablecoin_exception")
    const refund = { action: "refund", held: "12.50" } as const
    const by = { by: "user_1", note: "Sent back." }
    await repository.exceptions.resolve(
      { ...refund, ...by, exception_id: exception!.id },
      {},
      new Date()
    )

    await chain.report("stpay_1", { tx_hash: hashOf(1) })

    const [deposit, ...others] = await ledger.db("stablecoin_deposit")
    const payment = await ledger
      .db<Payment>("stablecoin_payment")
      .where({ id: "stpay_1" })
      .first()
    expect(others).toEqual([])
    expect(payment).toMatchObject({ status: "paid", deposit_id: deposit.id })
    expect(await repository.deposits.isCapturable(payment!)).toBe(false)
    expect(await chain.open()).toEqual(["null: refund_due"])
  })

  it("a stranger's cents are kept without a decision", async () => {
    await chain.see(
      { to: WALLET, amount: "0.01" },
      { to: WALLET, amount: "0.02", log_index: 1 }
    )
    await chain.match()
    expect(await chain.open()).toEqual([])
    expect(await chain.check("stpay_1")).toBe("none")
    expect(
      await ledger.db("stablecoin_allocation").orderBy("amount")
    ).toMatchObject([
      { kind: "kept", amount: "0.01" },
      { kind: "kept", amount: "0.02" },
    ])
  })

  it("coins are assigned to the oldest of many ended payments, which they fit", async () => {
    await addMany()
    await cancel()
    await chain.see({ to: WALLET })
    await chain.match()
    expect(await chain.open()).toEqual(["stpay_1: unreported_transfer.late"])
  })

  it.each<[string, boolean]>([
    ["the gateway", false],
    ["its chain", true],
  ])(
    "a transfer of a payment that is not stored can be refunded once: %s reports it first",
    async (_, isSeenFirst) => {
      await cancel()
      const see = async () => {
        await chain.see({ to: WALLET, amount: "7.000000" })
      }
      const report = async () => {
        expect(await reportLost("7.00")).not.toBeNull()
      }
      for (const act of isSeenFirst ? [see, report] : [report, see]) {
        await act()
      }
      await chain.match()

      expect(await ledger.db("stablecoin_deposit")).toMatchObject([
        {
          payment_id: null,
          destination_address: WALLET,
          confirmed_at: expect.any(Date),
          seen_at: expect.any(Date),
        },
      ])
      expect(await chain.open()).toEqual([])
    }
  )

  it("a transfer that belongs to a payment is not refunded for one that is not stored", async () => {
    await chain.see({ to: WALLET })
    await chain.match()
    expect(await chain.open()).toEqual(["stpay_1: unreported_transfer.exact"])

    expect(await reportLost("12.50")).toBeNull()
    expect(await ledger.db("stablecoin_deposit")).toHaveLength(1)
  })

  it("coins that the gateway has reported for the oldest of many payments are no exception", async () => {
    await addMany()
    await chain.see({ to: WALLET, amount: "12.5" })
    await chain.report("stpay_1", { tx_hash: hashOf(1) })
    await chain.match()
    expect(await chain.open()).toEqual([])
  })
})

import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { ledgerTest } from "../setup/module/test-ledger"
import { LedgerAdmin } from "../setup/module/ledger-admin"
import {
  addressOf,
  CHAIN,
  hashOf,
  watchedChain,
} from "../setup/module/watched-chain"
import { plansOf } from "../setup/postgres/plans"

const ONE = addressOf("a")

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)
  const admin = new LedgerAdmin(ledger)

  const resolve = async (): Promise<void> => {
    const ids = await ledger
      .db("stablecoin_exception")
      .where({ status: "open" })
      .pluck<string[]>("id")
    for (const id of ids) {
      await admin.choose(id, { action: "close", kept: "Not for a payment." })
    }
  }

  it("coins that are matched after settling has read the payment are found", async () => {
    await chain.show("stpay_1", ONE)
    await chain.see({ to: ONE })
    expect(await chain.check("stpay_1")).toBe("coins")

    // A pass opens the exception while the payment is about to be cancelled.
    await chain.match()
    expect(await chain.open()).toEqual(["stpay_1: unreported_transfer.exact"])
    expect(await chain.check("stpay_1")).toBe("coins")

    await resolve()
    expect(await chain.check("stpay_1")).toBe("none")
  })

  describe("the network's own coins", () => {
    const OTHER = addressOf("b")
    // The chain keeps its coins between the tests.
    const address = (name: string) =>
      addressOf(Buffer.from(name).toString("hex"))
    const pay = (amount: string, to: string) =>
      chain.sandbox.send({ chain: CHAIN, currency: "POL", to, amount })

    it("are found at an address that no other payment has, and are named with their amount", async () => {
      await chain.show("stpay_other", OTHER)
      const own = address("own")
      await chain.show("stpay_1", own)
      expect(await chain.check("stpay_1")).toBe("none")
      pay("0.004", own)
      expect(await chain.check("stpay_1")).toBe("coins")
      expect(await chain.check("stpay_other")).toBe("none")

      await age()
      await chain.match()

      expect(await chain.open()).toEqual(["stpay_1: unreported_transfer.coin"])
      expect(await chain.check("stpay_1")).toBe("coins")
      const [{ details }] = await ledger.db("stablecoin_exception")
      expect(details).toMatchObject({
        amount: "0.004",
        currency: "POL",
        to: own,
      })
    })

    it("are asked about once, and again when more arrive", async () => {
      await chain.show("stpay_other", OTHER)
      const own = address("more")
      await chain.show("stpay_1", own)
      pay("0.004", own)
      await chain.check("stpay_1")
      await age()
      await chain.match()
      await resolve()
      expect(await chain.check("stpay_1")).toBe("none")

      pay("0.5", own)
      expect(await chain.check("stpay_1")).toBe("coins")
      expect(await ledger.db("stablecoin_deposit").pluck("amount")).toEqual([
        "0.004",
        "0.50",
      ])
    })

    it.each<[string, [id: string, address: string][]]>([
      [
        "payments share the address",
        [
          ["stpay_other", OTHER],
          ["stpay_2", ONE],
        ],
      ],
      ["it may be the store's own wallet, as the first payment's", []],
      [
        "the store had a wallet",
        [
          ["stpay_2", OTHER],
          ["stpay_3", OTHER],
        ],
      ],
    ])("are left to their owner where %s", async (_, others) => {
      for (const [id, address] of others) {
        await chain.show(id, address)
      }
      await chain.show("stpay_1", ONE)
      pay("0.3", ONE)
      expect(await chain.check("stpay_1")).toBe("none")
    })

    it("hold no payment as dust", async () => {
      await chain.show("stpay_other", OTHER)
      await chain.show("stpay_1", address("dust"))
      pay("0.000001", address("dust"))
      expect(await chain.check("stpay_1")).toBe("none")
    })

    /** The gateway gets a minute to report what arrives. */
    async function age(): Promise<void> {
      const arrived_at = new Date(Date.now() - 120_000)
      await ledger.db("stablecoin_deposit").update({ arrived_at })
    }
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
      `INSERT INTO stablecoin_deposit
         (id, rail, amount, currency, chain, tx_hash, log_index,
          destination_address, arrived_at, seen_at, matched_at)
       SELECT id || n, rail, amount, currency, chain, '0x' || n, log_index,
         CASE WHEN n <= 3000 THEN destination_address ELSE '0x' || n END,
         arrived_at, seen_at, CASE WHEN n <= 3000 THEN matched_at END
       FROM stablecoin_deposit, generate_series(1, 6000) AS n`
    )
    await chain.see({ to: ONE, tx_hash: hashOf(2) })
    await ledger.db.raw("ANALYZE stablecoin_deposit, stablecoin_exception")
    const { deposits } = repositoryOf(ledger.db)

    const plan = await plansOf(ledger.db, async () => {
      const found = await deposits.listIncoming(ONE)
      expect(found.map(({ tx_hash }) => tx_hash).sort()).toEqual([
        hashOf(1),
        hashOf(2),
      ])
    })

    expect(plan.scanned).not.toContain("stablecoin_deposit")
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

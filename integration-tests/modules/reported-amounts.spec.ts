import type { Deposit } from "../../src/ledger"
import { captureDeposit } from "../../src/modules/stablecoin/repository/deposits/captures"
import { ledgerTest } from "../setup/module/test-ledger"
import {
  addressOf,
  hashOf,
  watchedChain,
  type WatchedChain,
} from "../setup/module/watched-chain"

const TO = addressOf("a")
const PAYMENT = "stpay_1"
const KEEP = { action: "close", kept: "A tip." } as const
const sent = (amount: string) =>
  ({ action: "close", sent: { amount, tx_hash: hashOf("f") } }) as const

const AGAIN = [`${PAYMENT}: unreported_transfer.again`]

/** Every source may be read first. */
const ORDERS: (keyof ReturnType<typeof acts>)[][] = [
  ["report", "see", "match"],
  ["see", "report", "match"],
  ["see", "match", "report"],
  ["report", "match", "see"],
  ["report", "see", "match", "report"],
  ["see", "match", "report", "report"],
  ["report", "see", "report", "match"],
]

/** @param shown transfers of the transaction that is reported with 12.50 */
function acts(chain: WatchedChain, shown: readonly string[]) {
  return {
    report: async () => await chain.report(PAYMENT, { tx_hash: hashOf(1) }),
    see: async () =>
      await chain.see(
        ...shown
          .map((coins, log_index) => {
            const [amount, currency] = coins.split(" ")
            return { amount, currency, to: TO, log_index }
          })
          // The order of a batch means nothing.
          .toReversed()
      ),
    match: async () => void (await chain.match()),
  }
}

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)
  /** Deposits in the order of their transfers, such as `#0 12.50 USDT`. */
  const deposits = async () => {
    const rows = await ledger
      .db<Deposit>("stablecoin_deposit")
      .where({ deleted_at: null })
      .orderBy("log_index")
    return rows.map((row) =>
      [
        `#${row.log_index} ${row.amount} ${row.currency}`,
        ...(row.confirmed_at ? [] : ["unconfirmed"]),
        ...(row.seen_at ? [] : ["unseen"]),
        ...(row.payment_id ? [] : ["of no payment"]),
      ].join(", ")
    )
  }
  const usdt = (amount: string) => ({ amount, currency: "USDT" })
  /** The coins of each deposit, and those of its sources. */
  const coins = async () =>
    await ledger
      .db("stablecoin_deposit")
      .where({ deleted_at: null })
      .select(
        ...["amount", "currency", "reported", "shown"],
        ledger.db.raw("confirmed_at IS NOT NULL AS is_confirmed")
      )
  const paidBy = async () => {
    const payment = await ledger.service.payments.find({ id: PAYMENT })
    const deposit = await ledger
      .db("stablecoin_deposit")
      .where({ id: payment?.deposit_id })
      .first("log_index")
    return { status: payment?.status, log_index: deposit?.log_index }
  }

  beforeEach(async () => {
    await chain.show(PAYMENT, TO)
  })

  describe.each(ORDERS.map((order) => [order.join(", "), order] as const))(
    "a transaction that is reported with 12.50, in the order %s,",
    (_, order) => {
      it.each<
        [moved: string[], deposits: string[], paidBy: number, open: string[]]
      >([
        // It moved more, less, or another coin.
        [["13.75 USDT"], ["#0 13.75 USDT"], 0, []],
        [["11.25 USDT"], ["#0 11.25 USDT"], 0, []],
        [["12.50 USDC"], ["#0 12.50 USDC"], 0, []],
        // The nearest of several transfers is meant, in its coin first.
        [
          ["10.00 USDT", "13.00 USDT"],
          ["#0 10.00 USDT, unconfirmed", "#1 13.00 USDT"],
          1,
          AGAIN,
        ],
        [
          ["12.50 USDC", "20.00 USDT"],
          ["#0 12.50 USDC, unconfirmed", "#1 20.00 USDT"],
          1,
          AGAIN,
        ],
        [
          ["12.50 USDT", "12.50 USDT"],
          ["#0 12.50 USDT", "#1 12.50 USDT, unconfirmed"],
          0,
          AGAIN,
        ],
        // Too little to be meant with the nearest.
        [
          ["10.00 USDT", "3.75 USDT"],
          ["#0 10.00 USDT", "#1 3.75 USDT, unconfirmed, of no payment"],
          0,
          ["null: unreported_transfer.unclear"],
        ],
      ])("and moved %j, is %j", async (shown, expected, by, open) => {
        const perform = acts(chain, shown)
        for (const act of order) {
          await perform[act]()
        }
        await chain.match()

        expect(await deposits()).toEqual(expected)
        for (const { amount, currency, ...each } of await coins()) {
          expect(each).toEqual({
            reported: each.is_confirmed ? usdt("12.50") : null,
            shown: { amount, currency },
            is_confirmed: each.is_confirmed,
          })
        }
        expect(await paidBy()).toEqual({ status: "paid", log_index: by })
        expect(await chain.open()).toEqual(open)
      })
    }
  )

  it.each(["13.75", "11.25", "12.50"])(
    "a transfer of %s is one deposit if the gateway reports it while it is being stored",
    async (amount) => {
      await chain.seeMeanwhile([{ to: TO, amount }], async () => {
        await chain.report(PAYMENT, { tx_hash: hashOf(1) })
      })
      expect(await deposits()).toHaveLength(2)

      await chain.match()

      expect(await deposits()).toEqual([`#0 ${amount} USDT`])
      expect(await paidBy()).toEqual({ status: "paid", log_index: 0 })
      expect(await chain.open()).toEqual([])
    }
  )

  it.each<[when: string, shown: string]>([
    ["before", "9.99 USDT"],
    ["after", "9.99 USDT"],
    ["before", "20.00 USDC"],
    ["after", "20.00 USDC"],
  ])(
    "keeps what each source reported of captured money: the network, %s the capture, %s",
    async (when, shown) => {
      const [amount, currency] = shown.split(" ")
      const see = async () => {
        await chain.see({ to: TO, amount, currency })
        await chain.match()
      }
      const capture = async () => {
        const payment = await ledger.service.payments.find({ id: PAYMENT })
        expect(await captureDeposit(ledger.db, payment!)).toBe(true)
      }
      await chain.report(PAYMENT, { tx_hash: hashOf(1) })
      for (const act of when === "before" ? [see, capture] : [capture, see]) {
        await act()
      }
      // The gateway repeats its report.
      await chain.report(PAYMENT, { tx_hash: hashOf(1) })

      expect(await coins()).toEqual([
        {
          ...usdt("12.50"),
          reported: usdt("12.50"),
          shown: { amount, currency },
          is_confirmed: true,
        },
      ])
    }
  )

  it.each([[["10.00", "12.50"]], [["12.50", "10.00"]]])(
    "the nearest of %j is meant if the gateway reports them while they are being stored",
    async (amounts) => {
      const arrived_at = Date.now() - 120_000
      const transfers = amounts.map((amount, log_index) => ({
        ...{ to: TO, amount, log_index },
        arrived_at: new Date(arrived_at + log_index),
      }))
      await chain.seeMeanwhile(transfers, async () => {
        await chain.report(PAYMENT, { tx_hash: hashOf(1) })
      })

      await chain.match()

      const at = amounts.indexOf("12.50")
      expect(await deposits()).toEqual(
        amounts.map((amount, index) =>
          index === at
            ? `#${index} ${amount} USDT`
            : `#${index} ${amount} USDT, unconfirmed`
        )
      )
      expect(await paidBy()).toEqual({ status: "paid", log_index: at })
      expect(await chain.open()).toEqual(AGAIN)
    }
  )

  /** Decides about the open exception. */
  const decide = async (
    choice: { action: "refund" } | typeof KEEP | ReturnType<typeof sent>
  ) => {
    const { exceptions } = ledger.service.repository
    const [{ id }] = await openRows()
    const held = (await exceptions.readHeld(id))?.amount
    const decision = { note: "Agreed.", by: "user_1", exception_id: id }
    await exceptions.resolve({ ...decision, held, ...choice })
  }
  const openRows = async () =>
    await ledger.db("stablecoin_exception").where({ status: "open" })
  const report = (amount: string, hash = 1) => {
    const tx_hash = hashOf(hash)
    return async () => await chain.report(PAYMENT, { amount, tx_hash })
  }
  const see = (amount: string, hash = 1, currency = "USDT") => {
    const transfer = { to: TO, amount, currency, tx_hash: hashOf(hash) }
    return async () => await chain.see(transfer)
  }
  const STEPS = {
    "report 5": report("5.00"),
    "report 9": report("9.00"),
    "report 11.25": report("11.25"),
    "report 12.50": report("12.50"),
    "report 13.75": report("13.75"),
    "see 12.49": see("12.49"),
    "see 12.50": see("12.50"),
    "see 13.75": see("13.75"),
    "see 7 USDC": see("7.00", 1, "USDC"),
    "see another": see("12.50", 2),
    "report another": report("12.50", 2),
    /** The gateway does not know its order any more. */
    lose: async () =>
      void (await ledger.service.payments.apply(
        PAYMENT,
        { kind: "unknown_at_gateway" },
        "read"
      )),
    /** The merchant has found money in the portal, and sent it back. */
    "find 12": async () => await decide(sent("12.00")),
    "find 12.50": async () => await decide(sent("12.50")),
    "an hour passes": async () =>
      await ledger.db("stablecoin_deposit").update({
        arrived_at: new Date(Date.now() - 3600_000),
      }),
    match: async () => void (await chain.match()),
    refund: async () => await decide({ action: "refund" }),
    keep: async () => await decide(KEEP),
    settle: async () =>
      void (await ledger.service.repository.exceptions.resolveSettled(PAYMENT)),
  }
  type Step = keyof typeof STEPS
  const FOUND: Step[] = ["lose", "find 12.50", "see 12.50"]
  const EXACT = ["unreported_transfer.exact"]
  const TWICE: Step[] = ["report another", "report 12.50"]

  it.each<[steps: Step[], open: string[], left: string | null]>([
    // A transfer is compared while the gateway has named none.
    [["see 12.49", "match"], ["unreported_transfer.short"], "12.49"],
    // The chain shows more than the merchant has decided about.
    [["report 5", "keep"], [], null],
    [["report 5", "keep", "see 12.50"], ["deposit_mismatch.amount"], "7.50"],
    [["report 5", "refund"], ["refund_due"], null],
    [["report 5", "refund", "keep"], [], null],
    [
      ["report 5", "refund", "keep", "see 12.50"],
      ["deposit_mismatch.amount"],
      "7.50",
    ],
    [
      ["report 5", "refund", "see 7 USDC"],
      ["deposit_mismatch.amount", "refund_due"],
      "2.00",
    ],
    // A corrected report is about what has paid, as its chain shows it.
    [["report 12.50", "see 13.75", "report 13.75"], [], null],
    [
      ["report 12.50", "report 13.75", "settle"],
      ["deposit_mismatch.again"],
      null,
    ],
    [["report 12.50", "report 13.75", "see 13.75"], [], null],
    [["report 11.25", "report 12.50"], ["deposit_mismatch.again"], null],
    [["report 11.25", "report 12.50", "see 12.50"], [], null],
    [TWICE, ["paid_twice"], "12.50"],
    // Money that the merchant has found pays for nothing else.
    [FOUND, [], null],
    [[...FOUND, "match", "report 12.50"], [], null],
    [["lose", "see 12.50", "find 12.50", "match", "report 12.50"], [], null],
    [["lose", "find 12", "see 12.50"], EXACT, "0.50"],
    [[...FOUND, "see another"], EXACT, "12.50"],
    [[...FOUND, "see another", "match", "report another"], [], null],
    [["lose", "find 12.50", "an hour passes", "see 12.50"], EXACT, "12.50"],
  ])("%j: %j is open, with %s", async (steps, open, left) => {
    for (const step of steps) {
      await STEPS[step]()
    }
    await chain.match()
    expect((await chain.open()).map((each) => each.split(": ")[1])).toEqual(
      open
    )
    const { exceptions } = ledger.service.repository
    const [first] = await openRows()
    const held = first && (await exceptions.readHeld(first.id))
    expect(held?.amount ?? null).toBe(left)
  })

  it("announces that an exception opens again, since the gateway reports more", async () => {
    await STEPS["report 5"]()
    const [{ id }] = await openRows()
    await STEPS.keep()
    ledger.announced.length = 0

    await STEPS["report 9"]()

    expect(await openRows()).toMatchObject([{ id }])
    expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
    expect(
      await ledger.db("stablecoin_fact").where({ kind: "paid" }).orderBy("id")
    ).toMatchObject([
      { details: { amount: "5.00" } },
      { details: { amount: "9.00" } },
    ])
  })

  it("keeps the coin in which a part of it is due to the buyer", async () => {
    for (const step of ["report 5", "refund", "see 7 USDC", "match"] as const) {
      await STEPS[step]()
    }
    expect(await ledger.db("stablecoin_refund")).toMatchObject([
      { amount: "5.00", currency: "USDT" },
    ])
    expect(await deposits()).toEqual(["#0 7.00 USDT"])
  })

  it.each([
    ["12.50", undefined, "report first"],
    ["12.50", undefined, "network first"],
    ["15.00", "excess", "report first"],
    ["15.00", "excess", "network first"],
  ])(
    "an exception about a report of 13.00 names the %s that its chain shows, with the cause %s: %s",
    async (amount, cause, order) => {
      const acts = [report("13.00"), see(amount)]
      for (const act of order === "report first" ? acts : acts.reverse()) {
        await act()
      }
      await chain.match()
      expect(await openRows()).toMatchObject([
        { kind: "deposit_mismatch", details: { amount, currency: "USDT" } },
      ])
      const [{ details }] = await openRows()
      expect(details.cause).toBe(cause)
    }
  )
})

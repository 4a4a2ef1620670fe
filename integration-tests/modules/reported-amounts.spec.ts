import { captureDeposit } from "../../src/modules/stablecoin/repository/deposits/allocations"
import type { Choice } from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"
import {
  addressOf,
  hashOf,
  watchedChain,
  type WatchedChain,
} from "../setup/module/watched-chain"

const TO = addressOf("a")
const PAYMENT = "stpay_1"

/** A transfer of the transaction that is reported with 12.50 USDT. */
type Shown = { amount: string; currency?: string }

/** A row of the deposits. */
const row = (amount: string, log_index: number, changes: object = {}) => ({
  amount,
  currency: "USDT",
  log_index,
  is_confirmed: true,
  is_seen: true,
  payment_id: PAYMENT,
  ...changes,
})
const unconfirmed = { is_confirmed: false }

/** Every source may be read first. */
const ORDERS: (keyof ReturnType<typeof acts>)[][] = [
  ["report", "see", "match"],
  ["see", "report", "match"],
  ["see", "match", "report"],
  ["report", "match", "see"],
  ["report", "see", "match", "report"],
  ["see", "match", "report", "report", "reportAgain"],
  ["report", "see", "reportAgain", "match"],
]

function acts(chain: WatchedChain, shown: readonly Shown[]) {
  return {
    report: async () => await chain.report(PAYMENT, { tx_hash: hashOf(1) }),
    /** A later report of the same order may lack its transaction. */
    reportAgain: async () => await chain.report(PAYMENT, {}),
    see: async () =>
      await chain.see(
        ...shown
          .map((each, log_index) => ({ ...each, to: TO, log_index }))
          // The order of a batch means nothing.
          .toReversed()
      ),
    match: async () => void (await chain.match()),
  }
}

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)
  const rows = async () =>
    await ledger
      .db("stablecoin_deposit")
      .where({ deleted_at: null })
      .orderBy("log_index")
      .select(
        "amount",
        "currency",
        "log_index",
        "payment_id",
        ledger.db.raw("confirmed_at IS NOT NULL AS is_confirmed"),
        ledger.db.raw("seen_at IS NOT NULL AS is_seen")
      )
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

  const open = async () =>
    await ledger.db("stablecoin_exception").where({ status: "open" })

  beforeEach(async () => {
    await chain.show(PAYMENT, TO)
  })

  describe.each(ORDERS.map((order) => [order.join(", "), order] as const))(
    "a transaction that is reported with 12.50, in the order %s,",
    (_, order) => {
      it.each<[string, Shown[], object[], number, string[]]>([
        ["more", [{ amount: "13.75" }], [row("13.75", 0)], 0, []],
        ["less", [{ amount: "11.25" }], [row("11.25", 0)], 0, []],
        [
          "another coin",
          [{ amount: "12.50", currency: "USDC" }],
          [row("12.50", 0, { currency: "USDC" })],
          0,
          [],
        ],
        [
          "several transfers, of which the nearest is meant",
          [{ amount: "10.00" }, { amount: "13.00" }],
          [row("10.00", 0, unconfirmed), row("13.00", 1)],
          1,
          [`${PAYMENT}: unreported_transfer.again`],
        ],
        [
          "the amount in the coin before that in another",
          [{ amount: "12.50", currency: "USDC" }, { amount: "20.00" }],
          [
            row("12.50", 0, { currency: "USDC", ...unconfirmed }),
            row("20.00", 1),
          ],
          1,
          [`${PAYMENT}: unreported_transfer.again`],
        ],
        [
          "the same twice",
          [{ amount: "12.50" }, { amount: "12.50" }],
          [row("12.50", 0), row("12.50", 1, unconfirmed)],
          0,
          [`${PAYMENT}: unreported_transfer.again`],
        ],
        [
          "exactly that in several transfers",
          [{ amount: "10.00" }, { amount: "1.00" }, { amount: "1.50" }],
          [row("12.50", 0)],
          0,
          [],
        ],
        [
          "less in several transfers",
          [{ amount: "10.00" }, { amount: "1.00" }, { amount: "8.00" }],
          [row("11.00", 0), row("8.00", 2, { ...unconfirmed })],
          0,
          [`${PAYMENT}: unreported_transfer.again`],
        ],
        [
          "too little to be meant beside the nearest",
          [{ amount: "10.00" }, { amount: "3.75" }],
          [
            row("10.00", 0),
            row("3.75", 1, { ...unconfirmed, payment_id: null }),
          ],
          0,
          ["null: unreported_transfer.unclear"],
        ],
      ])(
        "and moved %s, is one deposit",
        async (_, shown, expected, by, open) => {
          const perform = acts(chain, shown)
          for (const act of order) {
            await perform[act]()
          }
          await chain.match()

          expect(await rows()).toEqual(expected)
          for (const { amount, currency, ...each } of await coins()) {
            expect(each).toEqual({
              reported: each.is_confirmed ? usdt("12.50") : null,
              shown: { amount, currency },
              is_confirmed: each.is_confirmed,
            })
          }
          expect(await paidBy()).toEqual({ status: "paid", log_index: by })
          expect(await chain.open()).toEqual(open)
          expect(
            await ledger
              .db("stablecoin_exception")
              .where({ status: "open" })
              .whereNot({ kind: "unreported_transfer" })
          ).toEqual([])
        }
      )
    }
  )

  it.each(["13.75", "11.25", "12.50"])(
    "a transfer of %s is one deposit if the gateway reports it while it is being stored",
    async (amount) => {
      await chain.seeMeanwhile([{ to: TO, amount }], async () => {
        await chain.report(PAYMENT, { tx_hash: hashOf(1) })
      })
      expect(await rows()).toHaveLength(2)

      await chain.match()

      expect(await rows()).toEqual([row(amount, 0)])
      expect(await paidBy()).toEqual({ status: "paid", log_index: 0 })
      expect(await chain.open()).toEqual([])
    }
  )

  it.each<[string, Shown]>([
    ["before", { amount: "9.99" }],
    ["after", { amount: "9.99" }],
    ["before", { amount: "20.00", currency: "USDC" }],
    ["after", { amount: "20.00", currency: "USDC" }],
  ])(
    "keeps what each source reported of captured money: the network, %s the capture, %j",
    async (when, { amount, currency = "USDT" }) => {
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

  it("a part of a transaction that was stored is not stored again", async () => {
    const parts = [
      { to: TO, amount: "10.00" },
      { to: TO, amount: "2.50", log_index: 1 },
    ]
    await chain.report(PAYMENT, { tx_hash: hashOf(1) })
    const payment = await ledger.service.payments.find({ id: PAYMENT })
    await captureDeposit(ledger.db, payment!)
    await chain.see(...parts)
    await chain.see(...parts)

    await chain.match()

    expect(await rows()).toEqual([row("12.50", 0)])
    expect(await chain.open()).toEqual([])
  })

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
      expect(await rows()).toEqual(
        amounts.map((amount, index) =>
          row(amount, index, index === at ? {} : unconfirmed)
        )
      )
      expect(await paidBy()).toEqual({ status: "paid", log_index: at })
      expect(await chain.open()).toEqual([
        `${PAYMENT}: unreported_transfer.again`,
      ])
    }
  )

  it("a transfer is compared while the gateway has named none, and a second one once it has", async () => {
    await chain.see({ to: TO, amount: "12.49" })
    await chain.match()
    expect(await chain.open()).toEqual([
      `${PAYMENT}: unreported_transfer.short`,
    ])
    await chain.report(PAYMENT, {})
    await chain.see({ to: TO, amount: "12.51", tx_hash: hashOf(2) })
    await chain.match()
    expect(await chain.open()).toEqual([
      `${PAYMENT}: unreported_transfer.unclear`,
      `${PAYMENT}: unreported_transfer.unclear`,
    ])

    await chain.report(PAYMENT, { tx_hash: hashOf(1) })

    expect(await chain.open()).toEqual([
      `${PAYMENT}: unreported_transfer.again`,
    ])
    expect(await paidBy()).toEqual({ status: "paid", log_index: 0 })
  })

  /** Decides about the open exception. @returns its id */
  const decide = async (choice: Choice): Promise<string> => {
    const [exception] = await open()
    const exception_id = String(exception.id)
    const decision = { note: "Agreed.", by: "user_1", ...choice, exception_id }
    await ledger.service.repository.exceptions.resolve(decision)
    return exception_id
  }
  const reportFive = async () =>
    await chain.report(PAYMENT, { amount: "5.00", tx_hash: hashOf(1) })

  it("names what is left of a transfer once its chain shows more than the merchant has decided about", async () => {
    const { exceptions } = ledger.service.repository
    await reportFive()
    const id = await decide({ action: "close", kept: "A tip.", held: "5.00" })
    expect(await open()).toEqual([])

    await chain.see({ to: TO })
    await chain.match()

    expect(await open()).toMatchObject([{ id, kind: "deposit_mismatch" }])
    expect(await exceptions.readHeld(id)).toMatchObject({ amount: "7.50" })
    expect(await rows()).toEqual([row("12.50", 0)])
  })

  it("announces that its exception opens again, since the gateway reports more", async () => {
    await reportFive()
    const id = await decide({ action: "close", kept: "A tip.", held: "5.00" })
    ledger.announced.length = 0

    await chain.report(PAYMENT, { amount: "9.00", tx_hash: hashOf(1) })

    expect(await open()).toMatchObject([{ id }])
    expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
    expect(
      await ledger.db("stablecoin_fact").where({ kind: "paid" }).orderBy("id")
    ).toMatchObject([
      { details: { amount: "5.00" } },
      { details: { amount: "9.00" } },
    ])
  })

  it.each([
    ["12.50", undefined, ["report", "see"]],
    ["12.50", undefined, ["see", "report"]],
    ["15.00", "excess", ["report", "see"]],
    ["15.00", "excess", ["see", "report"]],
  ])(
    "an exception about a report of 13.00 names the %s that its chain shows, with the cause %s, in the order %j",
    async (amount, cause, order) => {
      for (const act of order) {
        await (act === "report"
          ? chain.report(PAYMENT, { amount: "13.00", tx_hash: hashOf(1) })
          : chain.see({ to: TO, amount }))
      }
      await chain.match()

      const [exception, ...others] = await open()
      expect(others).toEqual([])
      expect(exception).toMatchObject({
        kind: "deposit_mismatch",
        details: { amount, currency: "USDT" },
      })
      expect(exception.details.cause).toBe(cause)
    }
  )

  it("keeps the coin in which a part of it is due to the buyer", async () => {
    const { exceptions } = ledger.service.repository
    await reportFive()
    const id = await decide({ action: "refund", held: "5.00" })

    await chain.see({ to: TO, amount: "7.00", currency: "USDC" })
    await chain.match()

    expect(await ledger.db("stablecoin_refund")).toMatchObject([
      { amount: "5.00", currency: "USDT" },
    ])
    expect(await rows()).toEqual([row("7.00", 0)])
    expect(await exceptions.readHeld(id)).toMatchObject({ amount: "2.00" })
  })

  it("names it by the exception about the transfer, also after a refund of it that is void", async () => {
    await reportFive()
    await decide({ action: "refund", held: "5.00" })
    expect(await open()).toMatchObject([{ kind: "refund_due" }])
    await decide({ action: "close", kept: "A credit." })
    expect(await open()).toEqual([])

    await chain.see({ to: TO })
    await chain.match()

    expect(await open()).toMatchObject([{ kind: "deposit_mismatch" }])
  })

  it("a corrected report opens nothing about what has paid, as its chain shows it", async () => {
    const corrected = { amount: "13.75", tx_hash: hashOf(1) }
    await chain.report(PAYMENT, { tx_hash: hashOf(1) })
    await chain.see({ to: TO, amount: "13.75" })

    await chain.report(PAYMENT, corrected)

    expect(await open()).toEqual([])
    expect(await rows()).toEqual([row("13.75", 0)])
  })

  it("a corrected report is named while no chain shows what has paid", async () => {
    const { exceptions } = ledger.service.repository
    await chain.report(PAYMENT, { tx_hash: hashOf(1) })
    await chain.report(PAYMENT, { amount: "13.75", tx_hash: hashOf(1) })

    await exceptions.resolveSettled(PAYMENT)
    expect(await open()).toMatchObject([
      { kind: "deposit_mismatch", reason: "again" },
    ])

    await chain.see({ to: TO, amount: "13.75" })
    expect(await open()).toEqual([])
  })

  it("a report that was corrected is settled once its chain shows what has paid", async () => {
    await chain.report(PAYMENT, { amount: "11.25", tx_hash: hashOf(1) })
    await chain.report(PAYMENT, { tx_hash: hashOf(1) })
    expect(await open()).toMatchObject([{ reason: "again" }])

    await chain.see({ to: TO })

    expect(await open()).toEqual([])
  })

  it("a later report without a transaction is about what paid, not about a second payment", async () => {
    await chain.report(PAYMENT, { tx_hash: hashOf(2) })
    await chain.report(PAYMENT, { tx_hash: hashOf(1) })
    expect(await open()).toMatchObject([{ kind: "paid_twice" }])
    await chain.see({ to: TO })
    await ledger.db("stablecoin_exception").update({ status: "resolved" })

    await chain.report(PAYMENT, {})

    expect(await open()).toEqual([])
  })
})

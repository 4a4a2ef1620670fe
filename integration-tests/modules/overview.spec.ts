import type { OverviewMode } from "../../src/http-types"
import {
  type Overview,
  type OverviewRequest,
  readOverview,
} from "../../src/modules/stablecoin/repository/overview/overview"
import type { PaymentRow } from "../../src/modules/stablecoin/repository/tables"
import { ledgerTest, newPayment } from "../setup/module/test-ledger"

const NOW = new Date("2026-11-20T12:00:00Z")

ledgerTest((ledger) => {
  let ids = 0
  /** Stores a payment, paid in live mode unless the changes say otherwise. */
  const store = async (changes: Partial<PaymentRow>): Promise<void> => {
    const paid_at = changes.paid_at ?? NOW
    await ledger.db("stablecoin_payment").insert({
      ...newPayment({ id: `stpay_${++ids}` }),
      status: "paid",
      mode: "live",
      paid_at,
      created_at: paid_at,
      ...changes,
    })
  }
  const paid = async (
    at: string,
    amount: string,
    changes: Partial<PaymentRow> = {}
  ) => await store({ paid_at: new Date(at), amount, ...changes })

  const read = async (
    request: Partial<OverviewRequest> = {},
    now = NOW
  ): Promise<Overview> =>
    await readOverview(
      ledger.db,
      { days: 7, by: "currency", mode: "live", timezone: "UTC", ...request },
      now
    )
  /** The days that received money, with their totals. */
  const totals = ({ received }: Overview) =>
    received.flatMap(({ date, total }) =>
      total === "0" ? [] : [[date, total]]
    )

  it("sums each day's money by coin, to the last digit", async () => {
    await paid("2026-11-19T00:00:00Z", "0.10")
    await paid("2026-11-19T23:59:59.999Z", "0.20")
    await paid("2026-11-19T10:00:00Z", "90071992547409.93", {
      currency: "USDC",
    })
    await paid("2026-11-20T10:00:00Z", "7.00")

    const { received, groups } = await read()

    expect(received.map(({ date }) => date)).toEqual([
      "2026-11-14",
      "2026-11-15",
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
    ])
    expect(received.slice(-2)).toEqual([
      {
        date: "2026-11-19",
        total: "90071992547410.23",
        amounts: [
          { key: "USDC", amount: "90071992547409.93" },
          { key: "USDT", amount: "0.30" },
        ],
      },
      {
        date: "2026-11-20",
        total: "7.00",
        amounts: [{ key: "USDT", amount: "7.00" }],
      },
    ])
    expect(groups).toEqual([
      { key: "USDC", amount: "90071992547409.93" },
      { key: "USDT", amount: "7.30" },
    ])
  })

  it("sums by network, with hosted payments whose network is unknown", async () => {
    await paid("2026-11-20T10:00:00Z", "1.00", { chain: "BASE" })
    await paid("2026-11-20T10:00:00Z", "2.00", {
      chain: "BASE",
      currency: "USDC",
    })
    await paid("2026-11-20T10:00:00Z", "5.00", { rail: "hosted", chain: null })

    const { received, groups } = await read({ by: "chain" })

    expect(received.at(-1)).toEqual({
      date: "2026-11-20",
      total: "8.00",
      amounts: [
        { key: "BASE", amount: "3.00" },
        { key: null, amount: "5.00" },
      ],
    })
    expect(groups).toEqual([
      { key: null, amount: "5.00" },
      { key: "BASE", amount: "3.00" },
    ])
  })

  it.each([
    ["UTC", "2026-11-18"],
    ["Europe/Madrid", "2026-11-19"],
    ["Asia/Kathmandu", "2026-11-19"],
    ["America/New_York", "2026-11-18"],
  ])(
    "a payment late in the evening belongs to the day in %s",
    async (timezone, date) => {
      await paid("2026-11-18T23:30:00Z", "1.00")

      expect(totals(await read({ timezone }))).toEqual([[date, "1.00"]])
    }
  )

  it.each([
    // 23 hours, and 25 hours.
    ["2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"],
    ["2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"],
  ])(
    "the day when the clocks change, %s, has its own hours",
    async (date, first, last) => {
      const second = (time: string, by: number) =>
        new Date(new Date(time).getTime() + by * 1000).toISOString()
      await paid(first, "1.00")
      await paid(last, "2.00")
      await paid(second(first, -1), "10.00")
      await paid(second(last, 1), "20.00")

      const { received } = await read(
        { timezone: "Europe/Madrid" },
        new Date(`${date}T20:00:00Z`)
      )

      expect(received.at(-1)).toMatchObject({ date, total: "3.00" })
      expect(received.at(-2)).toMatchObject({ total: "10.00" })
    }
  )

  it("counts only the days of the period", async () => {
    await paid("2026-11-13T23:59:59Z", "1.00")
    await paid("2026-11-14T00:00:00Z", "2.00")
    await paid("2026-11-21T00:00:00Z", "4.00")

    expect(totals(await read())).toEqual([["2026-11-14", "2.00"]])
    const month = await read({ days: 30 })
    expect(month.received).toHaveLength(30)
    expect(month.groups).toMatchObject([{ amount: "3.00" }])
  })

  it("never adds test money to real money", async () => {
    await store({ amount: "1.00", mode: "live" })
    await store({ amount: "2.00", mode: "test" })
    // The gateway never reported these modes, or the plugin does not know them.
    await store({ amount: "4.00", mode: null })
    await store({ amount: "8.00", mode: "staging" })
    await store({ status: "failed", paid_at: null, mode: "test" })

    const summed = async (mode: OverviewMode) => {
      const { groups, fees, outcomes } = await read({ mode })
      return [groups[0]?.amount, fees[0]?.amount, outcomes.ended]
    }
    expect(await summed("live")).toEqual(["5.00", "5.00", 2])
    expect(await summed("test")).toEqual(["10.00", "10.00", 3])
  })

  it("subtracts net amounts to get the fees, only where they are known", async () => {
    await store({ amount: "10.00", net_amount: "9.899999" })
    await store({ amount: "0.30", net_amount: "0.1" })
    await store({ amount: "5.00", net_amount: null })
    await store({ amount: "3.00", net_amount: null, currency: "USDC" })

    expect((await read()).fees).toEqual([
      {
        currency: "USDC",
        payments: 1,
        amount: "3.00",
        unreported: 1,
        net_amount: null,
        fee: null,
      },
      {
        currency: "USDT",
        payments: 3,
        amount: "15.30",
        unreported: 1,
        net_amount: "9.999999",
        fee: "0.300001",
      },
    ])
  })

  it("names the money that the network does not show, by coin", async () => {
    const shown = (proof_status: PaymentRow["proof_status"]) =>
      store({ amount: "1.00", proof_status })
    await shown(null)
    await shown("proven")
    await shown("found")
    await shown("not_found")
    await store({ amount: "90071992547409.93", proof_status: "contradicted" })
    await store({
      amount: "5.00",
      proof_status: "contradicted",
      currency: "USDC",
    })
    await store({ amount: "8.00", proof_status: "contradicted", mode: "test" })
    await paid("2026-11-13T23:59:59Z", "16.00", { proof_status: "not_found" })

    expect((await read()).not_shown).toEqual([
      { currency: "USDC", amount: "5.00" },
      { currency: "USDT", amount: "90071992547410.93" },
    ])
    expect((await read({ by: "chain", mode: "test" })).not_shown).toEqual([
      { currency: "USDT", amount: "8.00" },
    ])
  })

  it("counts payments that have ended, without those that the buyer replaced", async () => {
    const ended = (status: PaymentRow["status"], superseded = false) =>
      store({
        status,
        paid_at: status === "paid" ? NOW : null,
        created_at: NOW,
        superseded_at: superseded ? NOW : null,
      })
    await ended("paid")
    await ended("paid", true)
    await ended("failed")
    await ended("cancelled")
    await ended("cancelled", true)
    await ended("abandoned")
    await ended("pending")
    await ended("creating")
    // Started before the period, and paid in it.
    await store({ created_at: new Date("2026-11-01T00:00:00Z") })

    expect((await read()).outcomes).toEqual({ ended: 5, paid: 2 })
  })

  it("knows the median time from start to paid", async () => {
    const after = (seconds: number) =>
      store({ created_at: new Date(NOW.getTime() - seconds * 1000) })
    await after(30)
    await after(90)
    await after(86_400)
    expect((await read()).median_seconds).toBe(90)

    // The gateway's clock may be ahead of the store's.
    await after(-5)
    await after(10)
    expect((await read()).median_seconds).toBe(30)
  })

  it("is empty without payments, and has every day", async () => {
    await store({ status: "pending", paid_at: null })
    const { received, ...rest } = await read({ days: 90, by: "chain" })

    expect(received).toHaveLength(90)
    expect(
      received.every(({ total, amounts }) => total === "0" && !amounts[0])
    ).toBe(true)
    expect(rest).toEqual({
      timezone: "UTC",
      groups: [],
      fees: [],
      not_shown: [],
      outcomes: { ended: 0, paid: 0 },
      median_seconds: null,
    })
  })

  it("counts days in UTC where the database does not know the time zone", async () => {
    await paid("2026-11-18T23:30:00Z", "1.00")
    const overview = await read({ timezone: "Atlantis/Capital" })
    expect(overview.timezone).toBe("UTC")
    expect(totals(overview)).toEqual([["2026-11-18", "1.00"]])
  })
})

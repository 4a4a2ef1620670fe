import { readFlags } from "../flags"
import { Random } from "../random"
import { spread } from "../spread"
import { startAgain } from "../start-again"
import { SCENARIO_NAMES } from "./names"
import { killPeriod, type Phase, phaseLengths, type Span } from "./phases"
import { hasRecovered, longestWait, ratesOf, recoverySeconds } from "./rates"
import { failures, type ScenarioReport, scenarioTable } from "./report"

const SPANS: Record<Phase, Span> = {
  before: { from: 0, to: 10_000 },
  during: { from: 10_000, to: 20_000 },
  after: { from: 20_000, to: 30_000 },
}

/** Events at a rate per second, evenly in a span. */
function events({ from, to }: Span, perSecond: number): number[] {
  const count = ((to - from) / 1000) * perSecond
  return Array.from({ length: count }, (_, i) => from + (i * 1000) / perSecond)
}

const REPORT: ScenarioReport = {
  scenario: "postgres_restart",
  receiver: false,
  processes: 2,
  redis: true,
  seconds: 100,
  fault: "PostgreSQL was stopped (fast) for 12.5 s",
  webhooks: ratesOf(
    [...events(SPANS.before, 20), ...events(SPANS.after, 30)],
    SPANS
  ),
  orders: ratesOf(
    [...events(SPANS.before, 1), ...events(SPANS.after, 1)],
    SPANS
  ),
  recovery_seconds: 1,
  webhooks_sent: 600,
  webhooks_answered: 600,
  webhook_requests: 900,
  longest_wait_seconds: 12.8,
  paid: 30,
  orders_late: 0,
  webhooks_lost: 0,
  dropped_for_good: 0,
  never_answered: 0,
  flagged: 0,
  lost: 0,
  doubled: 0,
  unconfirmed: 0,
  underpaid: 0,
}

describe("the rates of a scenario", () => {
  it("are shares of the rate before", () => {
    const times = [
      ...events(SPANS.before, 20),
      ...events(SPANS.during, 5),
      ...events(SPANS.after, 19),
    ]
    expect(ratesOf(times, SPANS)).toEqual({
      before: 20,
      during: 5,
      after: 19,
      during_share: 0.25,
      after_share: 0.95,
      pause_seconds: 0.2,
    })
  })

  it("are 0 without a rate before, which is not a recovery", () => {
    const rates = ratesOf(events(SPANS.after, 5), SPANS)
    expect(rates).toMatchObject({ after: 5, after_share: 0 })
    expect(hasRecovered(rates)).toBe(false)
  })

  it("name the longest pause during the fault", () => {
    const times = [12_000, 18_500, 25_000]
    expect(ratesOf(times, SPANS).pause_seconds).toBe(6.5)
    expect(ratesOf([], SPANS).pause_seconds).toBe(10)
  })

  it("are back in the first second with nine tenths of the rate before", () => {
    const { to } = SPANS.after
    const before = events(SPANS.before, 20)
    const slowly = events({ from: 20_000, to: 23_000 }, 10)
    const back = events({ from: 23_000, to }, 18)
    expect(recoverySeconds([...before, ...slowly, ...back], SPANS)).toBe(4)
    expect(recoverySeconds([...before, ...slowly], SPANS)).toBeNull()
  })
})

it("the longest wait counts from a webhook's first request", () => {
  const quick = { sentAt: 1_000, answeredAt: 1_020 }
  expect(longestWait([quick, { sentAt: 2_000, answeredAt: 14_760 }])).toBe(12.8)
  expect(longestWait([])).toBe(0)
})

describe("a scenario's phases", () => {
  it.each(SCENARIO_NAMES)("of %s keep the benchmark's proportions", (name) => {
    const lengths = phaseLengths(name, 60_000)
    expect(lengths).toMatchObject({ warmUp: 30_000, before: 60_000 })
    expect(lengths.after).toBe(60_000)
    expect([60_000, 120_000]).toContain(lengths.during)
  })

  it("have a kill every 20 s, six in two minutes", () => {
    expect(phaseLengths("repeated_kills", 60_000).during).toBe(120_000)
    expect(killPeriod(60_000)).toBe(20_000)
  })
})

describe("a scenario's result", () => {
  it("succeeds when the laws hold and the rates recover", () => {
    expect(failures(REPORT)).toEqual([])
  })

  it.each([
    "webhooks_lost",
    "dropped_for_good",
    "flagged",
    "lost",
    "doubled",
    "unconfirmed",
    "underpaid",
  ] as const)("fails when %s is not 0", (law) => {
    expect(failures({ ...REPORT, [law]: 2 })).toEqual([
      `${law} is 2 instead of 0.`,
    ])
  })

  it.each(["webhooks", "orders"] as const)(
    "fails when the rate of %s stays low",
    (what) => {
      const low = { ...REPORT[what], after_share: 0.79 }
      expect(failures({ ...REPORT, [what]: low })).toEqual([
        `The rate of ${what} did not recover: 79 % of the rate before.`,
      ])
    }
  )

  it("names the lock that a killed process leaves, if orders stay away", () => {
    const low = { ...REPORT.orders, after_share: 0 }
    expect(
      failures({ ...REPORT, scenario: "repeated_kills", orders: low })
    ).toEqual([expect.stringContaining("places no order of a product")])
  })

  it("is a table with the shares", () => {
    const table = scenarioTable(REPORT)
    expect(table).toMatch(
      /webhooks answered 200 +20\.00 +0\.00 +30\.00 +0 % +150 % +10\.0 s/
    )
    expect(table).toContain("was back after 1 s.")
    expect(table).toMatch(/doubled +0/)
  })
})

describe("the flags of chaos", () => {
  it("select a scenario and its load", () => {
    const args = ["--scenario", "pool_exhaustion", "--receiver", "--json"]
    expect(readFlags([...args, "--phase-seconds", "40"])).toMatchObject({
      scenario: "pool_exhaustion",
      receiver: true,
      phaseSeconds: 40,
      webhooks: 20,
      orders: 1,
      json: true,
    })
  })

  it("select purchases unless a scenario is named", () => {
    const args = ["--receiver", "--purchases", "8", "--database-restarts", "3"]
    expect(readFlags(args)).toMatchObject({
      scenario: null,
      receiver: true,
      purchases: 8,
      databaseRestarts: 3,
    })
  })

  it.each([
    [["--scenario", "postgres"], /takes postgres_restart, .*, not postgres/],
    [["--immediate"], /belongs to --scenario postgres_restart/],
    [["--webhooks", "5", "--orders", "6"], /from 1 to 5, not 6/],
    [["--database-restarts", "some"], /takes a whole number/],
  ])("reject %j", (args, message) => {
    expect(() => readFlags(args)).toThrow(message)
  })
})

describe("interruptions", () => {
  it("are spread over all purchases", () => {
    const counts = spread(new Random(1), 100, 4)
    const quarters = [0, 25, 50, 75].map((from) =>
      counts.slice(from, from + 25).reduce((sum, count) => sum + count, 0)
    )
    expect(quarters).toEqual([1, 1, 1, 1])
    expect(spread(new Random(1), 0, 4)).toEqual([])
  })

  it("end with a process that runs, even if the database is away at first", async () => {
    let starts = 0
    const node = {
      start: async () => {
        if (++starts < 3) {
          throw new Error("The store exited unexpectedly.")
        }
      },
    }
    await startAgain(node, 1)
    expect(starts).toBe(3)
  })

  it("fail when a process never starts", async () => {
    const node = { start: () => Promise.reject(new Error("No.")) }
    await expect(startAgain(node, 1)).rejects.toThrow("No.")
  })
})

import type { Phase, Span } from "./phases"
import { hasRecovered, ratesOf, recoverySeconds } from "./rates"
import { failures, type ScenarioReport } from "./report"

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
})

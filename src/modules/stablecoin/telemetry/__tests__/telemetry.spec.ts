import { EXCEPTION_PROBLEMS } from "../../../../ledger"
import type { Backlog } from "../../repository/overview/backlog"
import { recordRequest } from "../metrics"
import { Telemetry } from "../telemetry"
import { TestMetrics } from "./test-metrics"

const BACKLOG: Backlog = {
  webhooks_pending: 1,
  payments_due: 2,
  oldest_due_age: 3,
  refunds_due: 4,
  exceptions: [
    { kind: "webhook_problem", reason: "dead", count: 5, age: 6 },
    { kind: "of_a_later_version", reason: null, count: 7, age: 8 },
    { kind: "webhook_problem", reason: "of_another_version", count: 1, age: 9 },
  ],
}

let sdk: TestMetrics
beforeEach(() => {
  sdk = TestMetrics.register()
})
afterEach(async () => {
  await sdk.end()
})

describe("values of the database", () => {
  /** Creates a telemetry whose database read the test defines. */
  function telemetryOf(readBacklog: () => Promise<Backlog>) {
    const warnings: string[] = []
    const read = jest.fn(readBacklog)
    const telemetry = new Telemetry({
      repository: { overview: { readBacklog: read } },
      healthCounts: () => ({ error: 2, warning: 0, ok: 16 }),
      logger: { warn: (line: string) => warnings.push(line) },
    })
    telemetry.begin()
    return { telemetry, read, warnings }
  }

  it("are read once for all instruments, and for collections close together", async () => {
    const { read } = telemetryOf(async () => BACKLOG)
    await Promise.all([sdk.collect(), sdk.collect()])
    const seen = await sdk.collect()

    expect(read).toHaveBeenCalledTimes(1)
    expect(seen.value("stablecoin.webhook.pending")).toBe(1)
    expect(seen.value("stablecoin.payment.due.count")).toBe(2)
    expect(seen.value("stablecoin.payment.due.age")).toBe(3)
    expect(seen.value("stablecoin.refund.due.count")).toBe(4)
    expect(seen.values("stablecoin.health.checks")).toEqual({
      error: 2,
      warning: 0,
      ok: 16,
    })
    const count = seen.values("stablecoin.exception.open.count")
    expect(count).toMatchObject({
      "webhook_problem dead": 5,
      "other none": 8,
      "not_settled none": 0,
    })
    expect(Object.keys(count)).toHaveLength(EXCEPTION_PROBLEMS.length + 1)
    expect(seen.values("stablecoin.exception.open.age")).toMatchObject({
      "webhook_problem dead": 6,
      "other none": 9,
    })
  })

  it("that can't be read leave the others, and log one line", async () => {
    const { read, warnings } = telemetryOf(async () => {
      throw new Error("The database is down.")
    })
    const seen = await sdk.collect()
    await sdk.collect()
    expect(seen.names).toContain("stablecoin.health.checks")
    expect(seen.names).not.toContain("stablecoin.payment.due.count")
    expect(read).toHaveBeenCalledTimes(1)
    expect(warnings).toEqual([expect.stringContaining("The database is down.")])
  })

  it("that time out delay no collection, and are not read twice", async () => {
    const { read } = telemetryOf(async () => await new Promise(() => {}))
    const [seen] = await Promise.all([sdk.collect(), sdk.collect()])
    expect(seen.value("stablecoin.health.checks", { status: "ok" })).toBe(16)
    expect(read).toHaveBeenCalledTimes(1)
  })

  it("are not read after the store shuts down", async () => {
    const { telemetry, read } = telemetryOf(async () => BACKLOG)
    telemetry.end()
    await sdk.collect()
    expect(read).not.toHaveBeenCalled()
  })

  it("are not read without an SDK", async () => {
    await sdk.end()
    const { telemetry, read } = telemetryOf(async () => BACKLOG)
    const resources = process.getActiveResourcesInfo().length
    telemetry.begin()
    expect(process.getActiveResourcesInfo()).toHaveLength(resources)
    expect(read).not.toHaveBeenCalled()
  })
})

it("distinguishes requests from milliseconds to seconds", async () => {
  const request = { operation: "create", status: 200 } as const
  for (const durationMs of [20, 200, 20_000]) {
    recordRequest("hosted", { ...request, durationMs })
  }
  const name = "stablecoin.gateway.request.duration"
  const seen = await sdk.collect()
  expect(seen.values(name)).toEqual({ "hosted create 2xx ok": 3 })
  const histogram = seen.histogram(name)
  expect(histogram?.sum).toBeCloseTo(20.22)
  expect(histogram?.buckets.counts.filter((count) => count > 0)).toEqual([
    1, 1, 1,
  ])
})

it("counts requests by the gateway's answer", async () => {
  const request = { operation: "read", durationMs: 20 } as const
  recordRequest("onchain", { ...request, status: 429, code: "rate_limited" })
  recordRequest("onchain", { ...request, code: "timeout" })
  const seen = await sdk.collect()
  expect(seen.values("stablecoin.gateway.request.duration")).toEqual({
    "onchain read 4xx rate_limited": 1,
    "onchain read none timeout": 1,
  })
})

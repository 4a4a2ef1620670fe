import { metrics as api } from "@medusajs/framework/opentelemetry/api"
import { TestMetrics } from "./test-metrics"
import { INSTRUMENTS } from "../instruments"
import { Metrics } from "../metrics"

const RECEIVED = "stablecoin.webhook.received"
const ACCEPTED = { rail: "hosted", outcome: "accepted" } as const

let metrics: Metrics
let sdk: TestMetrics | undefined
beforeEach(() => {
  metrics = new Metrics()
})
afterEach(async () => {
  metrics.end()
  await sdk?.end()
  sdk = undefined
})

const watchRefunds = (due: () => number) =>
  metrics.observe(async (report) =>
    report("stablecoin.refund.due.count", due(), {})
  )

it.each([
  ["later", 1],
  ["first", 2],
])(
  "counts events from the time of an SDK that registers %s",
  async (when, count) => {
    const due = jest.fn(() => 3)
    const register = () => (sdk ??= TestMetrics.register())
    if (when === "first") {
      register()
    }
    metrics.add(RECEIVED, ACCEPTED)
    watchRefunds(due)
    const collecting = register()
    metrics.add(RECEIVED, ACCEPTED)
    metrics.add(RECEIVED, { rail: "onchain", outcome: "duplicate" })

    const collected = await collecting.collect()
    expect(collected.values(RECEIVED)).toEqual({
      "hosted accepted": count,
      "onchain duplicate": 1,
    })
    expect(collected.values("stablecoin.refund.due.count")).toEqual({ "": 3 })
    expect(due).toHaveBeenCalledTimes(1)
  }
)

it("distinguishes durations from milliseconds to seconds", async () => {
  sdk = TestMetrics.register()
  const attributes = {
    rail: "hosted",
    operation: "create",
    status: "2xx",
    outcome: "ok",
  } as const
  for (const seconds of [0.02, 0.2, 20]) {
    metrics.record("stablecoin.gateway.request.duration", seconds, attributes)
  }
  const histogram = (await sdk.collect()).histogram(
    "stablecoin.gateway.request.duration"
  )
  expect(histogram?.sum).toBeCloseTo(20.22)
  expect(histogram?.buckets.counts.filter((count) => count > 0)).toEqual([
    1, 1, 1,
  ])
})

it("stops observing after the module ended", async () => {
  sdk = TestMetrics.register()
  const due = jest.fn(() => 1)
  watchRefunds(due)
  await sdk.collect()
  metrics.end()
  await sdk.collect()
  expect(due).toHaveBeenCalledTimes(1)
})

it("a failing SDK fails no payment", () => {
  api.setGlobalMeterProvider({
    getMeter: () => {
      throw new Error("The SDK is broken.")
    },
  })
  try {
    expect(() => {
      metrics.add(RECEIVED, ACCEPTED)
      watchRefunds(() => 1)
    }).not.toThrow()
  } finally {
    api.disable()
  }
})

it.each(Object.entries(INSTRUMENTS))(
  "%s is named and measured as OpenTelemetry advises, with fixed labels",
  (name, instrument) => {
    expect(name).toMatch(/^stablecoin(\.[a-z]+)+$/)
    expect(instrument.unit).toMatch(/^(s|By|\{[a-z]+\})$/)
    const others = Object.keys(INSTRUMENTS)
    expect(others.filter((other) => other.startsWith(`${name}.`))).toEqual([])
    const labels = Object.values<readonly string[]>(instrument.attributes)
    for (const values of labels) {
      expect(values.length).toBeLessThan(50)
      for (const value of values) {
        expect(value).toMatch(/^[a-z0-9_]+$/)
      }
    }
  }
)

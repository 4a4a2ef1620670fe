import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import { INSTRUMENTS } from "../../../modules/stablecoin/telemetry/instruments"
import { TestMetrics } from "../../../modules/stablecoin/telemetry/__tests__/test-metrics"
import { recordWebhook } from "../../../modules/stablecoin/telemetry/record-webhook"
import { MetricsOfProcesses } from "../metrics-of-processes"
import { openMetricsOf } from "../open-metrics"
import { COUNTERS, HISTOGRAMS, SUMS } from "../receiver-instruments"
import { ReceiverMetrics, type ReceiverState } from "../receiver-metrics"
import { parseOpenMetrics } from "./parse-open-metrics"

const RECEIVED = "stablecoin_webhook_received_total"
const DURATION = "stablecoin_webhook_request_duration"
const ACCEPTED = { rail: "hosted", outcome: "accepted" }

/** Without the labels of its scope and resource. */
const EXPORTER = new PrometheusSerializer(
  undefined,
  false,
  undefined,
  true,
  true
)

/** Metrics of a process in this state, as the other processes get them. */
function processIn(state: Partial<ReceiverState> = {}) {
  const metrics = new ReceiverMetrics()
  metrics.observe(() => ({
    status: "ready",
    spool: { webhooks: 0, bytes: 0, maxBytes: 1_000 },
    ...state,
  }))
  const read = async () => JSON.parse(JSON.stringify(await metrics.snapshot()))
  return { metrics, read }
}

const SPOOLING = {
  status: "spooling",
  spool: { webhooks: 3, bytes: 700, maxBytes: 1_000 },
} as const

it("counts webhooks from 0, and measures their duration", async () => {
  const { metrics, read } = processIn()
  const before = parseOpenMetrics(await openMetricsOf([await read()]))
  expect(before.value(RECEIVED, ACCEPTED)).toBe(0)
  for (const seconds of [0.0004, 0.02, 30]) {
    recordWebhook(metrics, "hosted", "accepted", seconds)
  }
  recordWebhook(metrics, "onchain", "bad_signature", 0.001)
  metrics.add("stablecoin.webhook.processed", { outcome: "ignored" })

  const after = parseOpenMetrics(await openMetricsOf([await read()]))
  expect(after.values(RECEIVED)).toEqual({
    "hosted accepted": 3,
    "onchain bad_signature": 1,
  })
  expect(after.values("stablecoin_webhook_processed_total")).toEqual({
    ignored: 1,
  })
  expect(after.values(`${DURATION}_count`)).toEqual(after.values(RECEIVED))
  expect(after.value(`${DURATION}_sum`, ACCEPTED)).toBeCloseTo(30.0204)
  for (const [le, count] of [
    ["0.0005", 1],
    ["0.025", 2],
    ["10", 2],
    ["+Inf", 3],
  ] as const) {
    expect(after.value(`${DURATION}_bucket`, { ...ACCEPTED, le })).toBe(count)
  }
})

it("reports the spool and the status at the time of each reading", async () => {
  let state: Partial<ReceiverState> = {}
  const metrics = new ReceiverMetrics()
  metrics.observe(() => ({ ...SPOOLING, ...state }))
  const read = async () =>
    parseOpenMetrics(await openMetricsOf([await metrics.snapshot()]))
  const first = await read()
  expect(first.values("stablecoin_receiver_count")).toEqual({ spooling: 1 })
  expect(first.value("stablecoin_spool_webhook_count")).toBe(3)
  expect(first.value("stablecoin_spool_usage")).toBe(700)
  expect(first.value("stablecoin_spool_limit")).toBe(1_000)

  state = { status: "full" }
  const second = await read()
  expect(second.values("stablecoin_receiver_count")).toEqual({ full: 1 })
})

it("adds up the processes of a receiver", async () => {
  const one = processIn(SPOOLING)
  const other = processIn(SPOOLING)
  recordWebhook(one.metrics, "hosted", "accepted", 0.02)
  recordWebhook(other.metrics, "hosted", "accepted", 0.2)
  recordWebhook(other.metrics, "onchain", "duplicate", 0.2)

  const both = parseOpenMetrics(
    await openMetricsOf([await one.read(), await other.read()])
  )
  expect(both.values(RECEIVED)).toEqual({
    "hosted accepted": 2,
    "onchain duplicate": 1,
  })
  expect(both.value(`${DURATION}_sum`, ACCEPTED)).toBeCloseTo(0.22)
  expect(both.values("stablecoin_receiver_count")).toEqual({ spooling: 2 })
  expect(both.value("stablecoin_spool_webhook_count")).toBe(6)
  expect(both.value("stablecoin_spool_usage")).toBe(1_400)
  expect(both.value("stablecoin_spool_limit")).toBe(2_000)
  expect(both.value("process_cpu_seconds_total")).toBeGreaterThan(0)
  const memory = both.value("process_resident_memory_bytes")
  expect(memory).toBeGreaterThan(1.5 * process.memoryUsage.rss())
  expect(both.value("nodejs_version_info", VERSION)).toBe(1)
})

it("keeps the counts of processes that ended, and not their state", async () => {
  const receiver = new MetricsOfProcesses()
  const counted = async () => {
    const metrics = parseOpenMetrics(await receiver.openMetrics())
    return [
      metrics.values(RECEIVED)["hosted accepted"],
      metrics.value(`${DURATION}_count`, ACCEPTED),
      metrics.value("stablecoin_receiver_count", { status: "ready" }),
    ]
  }
  for (const id of [1, 2, 3]) {
    const { metrics, read } = processIn()
    recordWebhook(metrics, "hosted", "accepted", 0.02)
    receiver.set(id, await read())
    recordWebhook(metrics, "hosted", "accepted", 0.02)
    receiver.set(id, await read())
  }
  expect(await counted()).toEqual([6, 6, 3])
  await Promise.all([receiver.end(1), receiver.end(2), receiver.end(2)])
  expect(await counted()).toEqual([6, 6, 1])
  await receiver.end(3)
  expect(await counted()).toEqual([6, 6, undefined])
})

it("gives an OpenTelemetry SDK the same metrics, under the names of its exporter", async () => {
  const sdk = TestMetrics.register()
  try {
    const metrics = new ReceiverMetrics()
    const state = vi.fn(() => SPOOLING)
    metrics.observe(state)
    recordWebhook(metrics, "hosted", "accepted", 0.02)
    metrics.add("stablecoin.webhook.processed", { outcome: "ignored" })
    metrics.add("stablecoin.spool.drains", { outcome: "complete" })
    const collected = await sdk.collect()
    expect(collected.names.sort()).toEqual(
      [...COUNTERS, ...HISTOGRAMS, ...SUMS].sort()
    )
    const exported = samplesOf(EXPORTER.serialize(collected.resourceMetrics))
    expect(Object.keys(exported)).toHaveLength(26)
    const text = await openMetricsOf([await metrics.snapshot()])
    expect(samplesOf(text)).toMatchObject(exported)
    expect(parseOpenMetrics(text).types).toMatchObject({
      stablecoin_webhook_received: "counter",
      stablecoin_webhook_request_duration: "histogram",
      stablecoin_spool_usage: "gauge",
    })

    metrics.end()
    state.mockClear()
    await sdk.collect()
    expect(state).not.toHaveBeenCalled()
  } finally {
    await sdk.end()
  }
})

it("has no labels but those with a fixed set of values", async () => {
  const { metrics, read } = processIn()
  recordWebhook(metrics, "hosted", "accepted", 0.02)
  const { samples } = parseOpenMetrics(await openMetricsOf([await read()]))
  for (const name of [...COUNTERS, ...HISTOGRAMS, ...SUMS]) {
    const allowed: Record<string, readonly string[]> =
      INSTRUMENTS[name].attributes
    const own = samples.filter((each) =>
      each.name.startsWith(name.replaceAll(".", "_"))
    )
    expect(own).not.toEqual([])
    for (const { labels } of own) {
      const ours = Object.entries(labels).filter(([label]) => label !== "le")
      expect(ours.map(([label]) => label)).toEqual(Object.keys(allowed))
      for (const [label, value] of ours) {
        expect(allowed[label]).toContain(value)
      }
    }
  }
})

const VERSION = {
  version: process.version,
  ...Object.fromEntries(
    process.versions.node
      .split(".")
      .map((part, index) => [["major", "minor", "patch"][index]!, part])
  ),
}

/** Samples by their name and sorted labels. */
function samplesOf(text: string): Record<string, number> {
  return Object.fromEntries(
    [...text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? (\S+)$/gm)].map(
      ([, name, labels = "", value]) => [
        `${name} ${labels.split(",").sort().join(",")}`,
        Number(value),
      ]
    )
  )
}

import { readFileSync } from "node:fs"
import * as sdkNode from "@medusajs/framework/opentelemetry/sdk-node"
import { metrics } from "@medusajs/framework/opentelemetry/api"
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import { DataPointType, type MeterProvider } from "@opentelemetry/sdk-metrics"
import { GATEWAY_ERROR_CODES, type ObservedRequest } from "../../src/gateway"
import { RAILS } from "../../src/ledger"
import {
  countProcessing,
  countSettling,
  countWebhook,
  PROCESSING_OUTCOMES,
  recordRequest,
  SETTLE_OUTCOMES,
  WEBHOOK_OUTCOMES,
} from "../../src/modules/stablecoin/telemetry/metrics"
import { Telemetry } from "../../src/modules/stablecoin/telemetry/telemetry"
import { TestMetrics } from "../../src/modules/stablecoin/telemetry/__tests__/test-metrics"
import { runSnippet } from "../setup/commands/run-snippet"
import { freePort } from "../../tools/harness/free-port"
import { waitFor } from "../../tools/harness/wait-for"

const page = readFileSync("docs/operations.md", "utf8")
const rules = readFileSync("docs/stablecoin-rules.yml", "utf8")
const dashboard: {
  panels: { title: string; targets: { expr: string }[] }[]
} = JSON.parse(readFileSync("docs/grafana-dashboard.json", "utf8"))

/** Suffixes of names that are translated from OTLP, by unit. */
const UNIT_SUFFIX: Record<string, string> = { s: "_seconds", By: "_bytes" }

/** Labels of a scrape, and of a histogram. */
const BUILT_IN_LABELS = ["instance", "le"]

const KIND: Partial<Record<DataPointType, string>> = {
  [DataPointType.SUM]: "counter",
  [DataPointType.GAUGE]: "gauge",
  [DataPointType.HISTOGRAM]: "histogram",
}

/** A metric as the SDK collects it, with all values of its labels. */
type Instrument = {
  name: string
  kind: string | undefined
  unit: string
  labels: Record<string, string[]>
}

/** All metrics of the plugin, and their lines in Prometheus' format. */
let instruments: Instrument[]
let scrape: string

beforeAll(async () => {
  const sdk = TestMetrics.register()
  recordAll()
  const { resourceMetrics } = await sdk.collect()
  await sdk.end()
  scrape = new PrometheusSerializer().serialize(resourceMetrics)
  instruments = resourceMetrics.scopeMetrics
    .flatMap(({ metrics }) => metrics)
    .map(({ descriptor: { name, unit }, dataPointType, dataPoints }) => {
      const labels: Instrument["labels"] = {}
      for (const { attributes } of dataPoints) {
        for (const [label, value] of Object.entries(attributes)) {
          labels[label] = [
            ...new Set([...(labels[label] ?? []), String(value)]),
          ].sort()
        }
      }
      return { name, kind: KIND[dataPointType], unit, labels }
    })
})

const queries = [
  rules,
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

const codes = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, c]) => c!)

describe("docs/operations.md", () => {
  it("has an entry for each metric, with its kind, unit and labels", () => {
    const entries =
      /^- `(stablecoin\.[\w.]+)` \((\w+), `([^`]+)`(?:; ([^)]+))?\): \S/gm
    const rows = [...page.matchAll(entries)].map(
      ([, name, kind, unit, labels]) => ({
        name,
        kind,
        unit,
        labels: codes(labels),
      })
    )
    const byName = (one: { name?: string }, other: { name?: string }) =>
      String(one.name).localeCompare(String(other.name))
    expect(rows.sort(byName)).toEqual(
      instruments
        .map(({ labels, ...each }) => ({
          ...each,
          labels: Object.keys(labels),
        }))
        .sort(byName)
    )
  })

  it("explains each value of a label", () => {
    const rows = [
      ...page.matchAll(/^- `([a-z]+)`(?: of (`[^:]+`))?: (.+)$/gm),
    ].map(([, label, of, values]) => ({
      label,
      of: codes(of),
      values: codes(values),
    }))
    for (const { name, labels } of instruments) {
      for (const [label, values] of Object.entries(labels)) {
        const row =
          rows.find((each) => each.label === label && each.of.includes(name)) ??
          rows.find((each) => each.label === label && !each.of.length)
        // Kinds and reasons of exceptions are documented on a separate page.
        if (!name.startsWith("stablecoin.exception.open.")) {
          expect([name, label, row?.values.sort()]).toEqual([
            name,
            label,
            values,
          ])
        }
      }
    }
  })

  it("enables metrics by Medusa's own means, for a scraper to read", async () => {
    const port = await freePort()
    const env = environmentOf(page)
    expect(env.OTEL_METRICS_EXPORTER).toBe("prometheus")
    Object.assign(process.env, env, {
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    })
    const [, code = ""] =
      /^```ts instrumentation\.ts\n([\s\S]*?)^```$/m.exec(page) ?? []
    const { register } = runSnippet(code, {
      "@medusajs/framework/opentelemetry/sdk-node": sdkNode,
    }) as { register(): void }
    register()
    try {
      countSettling("captured")
      const scraped = await waitFor("the port to be open", async () => {
        const answer = await fetch(`http://localhost:${port}/metrics`).catch(
          () => null
        )
        return answer?.text()
      })
      expect(scraped).toMatch(
        /^stablecoin_settle_runs_total\{outcome="captured".*\} 1$/m
      )
    } finally {
      await (metrics.getMeterProvider() as MeterProvider).shutdown()
      metrics.disable()
      Object.keys(env).forEach((name) => delete process.env[name])
    }
  })
})

describe("alert rules and dashboard", () => {
  /**
   * Names of a metric's series, as the SDK's exporter writes them and as OTLP
   * is translated.
   */
  const series = new Map<string, { scraped: string[]; otlp: string[] }>()

  beforeAll(() => {
    const written = new Map(
      [...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [
        name!,
        type!,
      ])
    )
    for (const { name, unit: ofUnit } of instruments) {
      const base = name.replaceAll(".", "_")
      const [scraped = "", type] =
        [...written].find(([each]) => [base, `${base}_total`].includes(each)) ??
        []
      const unit = UNIT_SUFFIX[ofUnit] ?? ""
      const otlp = base + unit + scraped.slice(base.length)
      const parts = type === "histogram" ? ["_bucket", "_count", "_sum"] : [""]
      series.set(name, {
        scraped: parts.map((part) => scraped + part),
        otlp: parts.map((part) => otlp + part),
      })
    }
  })

  /** The metric of a query's selector, in either spelling. */
  const metricOf = (selector: RegExp): Instrument | undefined =>
    instruments.find(({ name }) => {
      const { scraped, otlp } = series.get(name)!
      return [scraped, otlp].every((each) =>
        each.some((one) => selector.test(one))
      )
    })

  /** Selectors with their label matchers. */
  const selectorsOf = (query: string) => [
    ...[...query.matchAll(/(?<!")\b(stablecoin_\w+)(?:\{([^}]*)\})?/g)].map(
      ([, name = "", labels = ""]) => ({
        name: new RegExp(`^${name}$`),
        labels,
      })
    ),
    ...[...query.matchAll(/\{__name__=~"([^"]+)"([^}]*)\}/g)].map(
      ([, name = "", labels = ""]) => ({
        name: new RegExp(`^(?:${name})$`),
        labels,
      })
    ),
  ]

  it("name only existing metrics and label values", () => {
    for (const { name, labels } of queries.flatMap(selectorsOf)) {
      const metric = metricOf(name)
      expect([name.source, metric]).toEqual([name.source, expect.any(Object)])
      for (const [, label = "", value = ""] of labels.matchAll(
        /(\w+)=~?"([^"]*)"/g
      )) {
        expect(metric?.labels[label]).toEqual(
          expect.arrayContaining(value.split("|"))
        )
      }
    }
  })

  it("show every metric", () => {
    const shown = queries.flatMap(selectorsOf).map(({ name }) => metricOf(name))
    expect(instruments.filter((each) => !shown.includes(each))).toEqual([])
  })

  it("group by labels that the metrics have", () => {
    const labels = new Set([
      ...BUILT_IN_LABELS,
      ...instruments.flatMap((each) => Object.keys(each.labels)),
    ])
    for (const query of queries) {
      for (const [, by = ""] of query.matchAll(/\bby \(([^)]*)\)/g)) {
        const unknown = by.split(", ").filter((label) => !labels.has(label))
        expect([query, unknown]).toEqual([query, []])
      }
    }
  })

  it("are at least five alerts, each with a remedy", () => {
    const alerts = rules.match(/- alert: Stablecoin\w+\n\s+expr: /g) ?? []
    expect(alerts.length).toBeGreaterThanOrEqual(5)
    expect(rules.match(/^\s+summary: \S/gm)).toHaveLength(alerts.length)
    expect(rules.match(/^\s+action: \S/gm)).toHaveLength(alerts.length)
    expect(rules.match(/^\s+severity: (page|ticket)$/gm)).toHaveLength(
      alerts.length
    )
  })

  it("each have a section of the runbook, with commands", () => {
    const runbook = readFileSync("docs/runbook.md", "utf8")
    const sections = runbook.split(/^## /m).slice(1)
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name
    )
    expect(sections.map((text) => text.split("\n")[0]).sort()).toEqual(
      alerts.sort()
    )
    for (const section of sections) {
      expect(section).toContain("```bash\n")
    }
  })
})

const OPERATIONS: Record<ObservedRequest["operation"], true> = {
  verify: true,
  list_currencies: true,
  create: true,
  read: true,
  cancel: true,
}

/** Records each value of each label. */
function recordAll(): void {
  const operations = Object.keys(OPERATIONS) as ObservedRequest["operation"][]
  for (const rail of RAILS) {
    WEBHOOK_OUTCOMES.forEach((outcome) => countWebhook(rail, outcome))
    for (const operation of operations) {
      for (const status of [undefined, 100, 200, 301, 404, 500]) {
        recordRequest(rail, { operation, durationMs: 1, status })
      }
      for (const code of GATEWAY_ERROR_CODES) {
        recordRequest(rail, { operation, durationMs: 1, code })
      }
    }
  }
  PROCESSING_OUTCOMES.forEach(countProcessing)
  SETTLE_OUTCOMES.forEach(countSettling)
  new Telemetry({
    repository: {
      overview: {
        readBacklog: async () => ({
          webhooks_pending: 0,
          payments_due: 0,
          oldest_due_age: 0,
          refunds_due: 0,
          exceptions: [],
        }),
      },
    },
    healthCounts: () => ({ error: 0, warning: 0, ok: 0 }),
    logger: { warn: () => {} },
  }).begin()
}

function environmentOf(text: string): Record<string, string> {
  const [, block = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(text) ?? []
  return Object.fromEntries(
    block
      .trim()
      .split("\n")
      .map((line) => line.split("=") as [string, string])
  )
}

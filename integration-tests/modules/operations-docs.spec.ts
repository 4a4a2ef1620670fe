import { readFileSync } from "node:fs"
import * as sdkNode from "@medusajs/framework/opentelemetry/sdk-node"
import { metrics } from "@medusajs/framework/opentelemetry/api"
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import type { MeterProvider } from "@opentelemetry/sdk-metrics"
import {
  type InstrumentName,
  INSTRUMENTS,
} from "../../src/modules/stablecoin/telemetry/instruments"
import { Metrics } from "../../src/modules/stablecoin/telemetry/metrics"
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

const names = Object.keys(INSTRUMENTS) as InstrumentName[]
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
    expect(rows).toEqual(
      Object.entries(INSTRUMENTS).map(([name, { kind, unit, attributes }]) => ({
        name,
        kind,
        unit,
        labels: Object.keys(attributes),
      }))
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
    for (const name of names) {
      for (const [label, values] of Object.entries<readonly string[]>(
        INSTRUMENTS[name].attributes
      )) {
        const row =
          rows.find((each) => each.label === label && each.of.includes(name)) ??
          rows.find((each) => each.label === label && !each.of.length)
        // Kinds and reasons of exceptions are documented on a separate page.
        if (!name.startsWith("stablecoin.exception.open.")) {
          expect([name, label, row?.values.sort()]).toEqual([
            name,
            label,
            [...values].sort(),
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
      new Metrics().add("stablecoin.settle.runs", { outcome: "captured" })
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
  const series = new Map<
    InstrumentName,
    { scraped: string[]; otlp: string[] }
  >()

  beforeAll(async () => {
    const sdk = TestMetrics.register()
    recordAll()
    const text = new PrometheusSerializer().serialize(
      (await sdk.collect()).resourceMetrics
    )
    await sdk.end()
    const written = new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [
        name!,
        type!,
      ])
    )
    for (const name of names) {
      const base = name.replaceAll(".", "_")
      const [scraped = "", type] =
        [...written].find(([each]) => [base, `${base}_total`].includes(each)) ??
        []
      const unit = UNIT_SUFFIX[INSTRUMENTS[name].unit] ?? ""
      const otlp = base + unit + scraped.slice(base.length)
      const parts = type === "histogram" ? ["_bucket", "_count", "_sum"] : [""]
      series.set(name, {
        scraped: parts.map((part) => scraped + part),
        otlp: parts.map((part) => otlp + part),
      })
    }
  })

  /** The metric of a query's selector, in either spelling. */
  const metricOf = (selector: RegExp): InstrumentName | undefined =>
    names.find((name) => {
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
      expect([name.source, metric]).toEqual([name.source, expect.any(String)])
      const attributes: Record<string, readonly string[]> =
        INSTRUMENTS[metric!].attributes
      for (const [, label = "", value = ""] of labels.matchAll(
        /(\w+)=~?"([^"]*)"/g
      )) {
        expect(attributes[label]).toEqual(
          expect.arrayContaining(value.split("|"))
        )
      }
    }
  })

  it("show every metric", () => {
    const shown = queries.flatMap(selectorsOf).map(({ name }) => metricOf(name))
    expect(names.filter((name) => !shown.includes(name))).toEqual([])
  })

  it("group by labels that the metrics have", () => {
    const labels = new Set([
      ...BUILT_IN_LABELS,
      ...names.flatMap((name) => Object.keys(INSTRUMENTS[name].attributes)),
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

/** Records a value of each metric. */
function recordAll(): void {
  const own = new Metrics()
  type Loose = {
    add(name: string, attributes: object): void
    record(name: string, value: number, attributes: object): void
    observe(
      observe: (
        report: (name: string, value: number, of: object) => void
      ) => Promise<void>
    ): void
  }
  const loose = own as unknown as Loose
  for (const name of names) {
    switch (INSTRUMENTS[name].kind) {
      case "counter":
        loose.add(name, {})
        break
      case "histogram":
        loose.record(name, 1, {})
        break
    }
  }
  loose.observe(async (report) => names.forEach((name) => report(name, 1, {})))
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

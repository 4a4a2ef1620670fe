import { aligned, widthsOf } from "../../harness/command/columns"
import type { WebhookCounts } from "../../harness/records/webhooks"
import type { ScenarioName } from "./names"
import { PHASES } from "./phases"
import { hasRecovered, type Rates } from "./rates"

/** The result of one scenario. */
export type ScenarioReport = WebhookCounts & {
  scenario: ScenarioName
  receiver: boolean
  processes: number
  redis: boolean
  seconds: number
  /** One sentence about the fault, without its period. */
  fault: string
  webhooks: Rates
  orders: Rates
  /** Null if the rate of webhooks did not come back. */
  recovery_seconds: number | null
  /** Of the slowest webhook, from its first request to its 200. */
  longest_wait_seconds: number
  paid: number
  /** Orders that reconciling placed after the load. */
  orders_late: number
  /** Answered 200, and not in the database. */
  webhooks_lost: number
  /** Hosted successes that the sender gave up. */
  dropped_for_good: number
  never_answered: number
  /** Paid, and with an exception or a refund due. */
  flagged: number
  lost: number
  doubled: number
  unconfirmed: number
  underpaid: number
}

/** Counts that must be 0. */
export const LAWS = [
  "webhooks_lost",
  "dropped_for_good",
  "flagged",
  "lost",
  "doubled",
  "unconfirmed",
  "underpaid",
] as const satisfies (keyof ScenarioReport)[]

const LABELS: [keyof ScenarioReport, string][] = [
  ["webhooks_sent", "webhooks sent"],
  ["webhook_requests", "requests, repeated ones included"],
  ["webhooks_answered", "webhooks answered 200"],
  ["longest_wait_seconds", "longest wait for a 200, in seconds"],
  ["webhooks_lost", "answered 200 and not in the database"],
  ["dropped_for_good", "hosted successes given up by the sender"],
  ["never_answered", "exceptions of hosted payments without an answer"],
  ["paid", "paid at the gateway"],
  ["orders_late", "orders not paid after the load, left to reconciling"],
  ["flagged", "paid, with an exception or a refund due"],
  ["lost", "lost"],
  ["doubled", "doubled"],
  ["unconfirmed", "captured without money"],
  ["underpaid", "captured below the amount due"],
]

/** All purchases of a scenario are of one product. */
const STOCK_LOCK =
  " Medusa places no order of a product for up to a minute after a process was killed while it reserved its stock."

/** The sentences that explain why a scenario failed. */
export function failures(report: ScenarioReport): string[] {
  const broken = LAWS.filter((law) => report[law] > 0).map(
    (law) => `${law} is ${report[law]} instead of 0.`
  )
  const slow = (["webhooks", "orders"] as const)
    .filter((what) => !hasRecovered(report[what]))
    .map(
      (what) =>
        `The rate of ${what} did not recover: ${percent(report[what].after_share)} of the rate before.${what === "orders" && kills(report) ? STOCK_LOCK : ""}`
    )
  return [...broken, ...slow]
}

function kills({ scenario }: ScenarioReport): boolean {
  return scenario === "crash_recovery" || scenario === "repeated_kills"
}

/** The human-readable table. */
export function scenarioTable(report: ScenarioReport): string {
  const { scenario, receiver, processes, redis, seconds } = report
  const rates = [
    ["per second", ...PHASES, "during", "after", "longest pause"],
    rateRow("webhooks answered 200", report.webhooks),
    rateRow("orders placed", report.orders),
  ]
  const counts = LABELS.map(([key, label]) => [label, String(report[key])])
  const on = redis ? "PostgreSQL and Redis" : "PostgreSQL"
  const recovery =
    report.recovery_seconds === null
      ? "The rate of webhooks did not come back."
      : `The rate of webhooks was back after ${report.recovery_seconds} s.`
  return [
    `${scenario}: ${receiver ? "receiver, each webhook sent once" : "store, failed webhooks sent again"}, ${processes} process${processes > 1 ? "es" : ""} on ${on}, ${seconds} s`,
    `${report.fault}. ${recovery}`,
    "",
    ...lines(rates),
    "",
    ...lines(counts),
  ].join("\n")
}

function rateRow(label: string, rates: Rates): string[] {
  return [
    label,
    ...PHASES.map((phase) => rates[phase].toFixed(2)),
    percent(rates.during_share),
    percent(rates.after_share),
    `${rates.pause_seconds.toFixed(1)} s`,
  ]
}

function lines(rows: string[][]): string[] {
  const widths = widthsOf(rows)
  return rows.map((row) => `  ${aligned(row, widths)}`)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

import { aligned, widthsOf } from "../harness/command/columns"
import type { Records } from "../harness/records/records"
import type { WebhookCounts } from "../harness/records/webhooks"
import {
  type PaymentVerdict,
  underpaidOrders,
} from "../harness/records/compare"
import type { MerchantActs } from "./merchant-acts"

/** Known facts of a run. */
export type RunFacts = WebhookCounts & {
  seed: number
  purchases: number
  processes: number
  redis: boolean
  /** Whether receivers get the webhooks, each sent once. */
  receiver: boolean
  kills: number
  database_restarts: number
  seconds: number
  /** The merchant's acts, by outcome. */
  merchant: MerchantActs
  /** Exceptions of hosted payments without an outcome. */
  never_answered: number
  /** Webhooks answered 200 that are not in the database. */
  webhooks_lost: number
  /** Deposits and orders whose money is not accounted for. */
  unbalanced: number
  /** Orders left by a killed cart completion, without a linked payment. */
  orders_without_payment: number
}

/** The result of one chaos run. */
export type Summary = RunFacts & {
  paid_at_the_gateway: number
  captured: number
  captured_in_euro: number
  orders: number
  exceptions: number
  refunds_due: number
  /**
   * Hosted successes that never reached the store, which cannot detect them.
   */
  dropped_for_good: number
  lost: number
  doubled: number
  /** Captures without money at the gateway. */
  unconfirmed: number
  /** Orders captured below their amount due, without an exception. */
  underpaid: number
}

export function summarize(
  facts: RunFacts,
  records: Records,
  verdicts: readonly PaymentVerdict[]
): Summary {
  const count = (verdict: PaymentVerdict["verdict"]): number =>
    verdicts.filter((each) => each.verdict === verdict).length
  const sum = (of: "exceptions" | "refunds_due"): number =>
    records.ledger.reduce((total, row) => total + row[of], 0)
  const inEuro = new Set(
    records.ledger.flatMap(({ cart_currency, session_id }) =>
      cart_currency === "eur" ? [session_id] : []
    )
  )
  return {
    ...facts,
    paid_at_the_gateway: records.gateway.filter(({ paid }) => paid).length,
    captured: records.captures.length,
    captured_in_euro: records.captures.filter(({ session_id }) =>
      inEuro.has(session_id)
    ).length,
    orders: records.orders.filter(({ canceled }) => !canceled).length,
    exceptions: sum("exceptions"),
    refunds_due: sum("refunds_due"),
    dropped_for_good: count("unreported"),
    lost: count("lost"),
    doubled: count("doubled"),
    unconfirmed: count("unconfirmed"),
    underpaid: underpaidOrders(records).length,
  }
}

const LABELS: [keyof Summary, string][] = [
  ["paid_at_the_gateway", "paid at the gateway"],
  ["captured", "captured"],
  ["captured_in_euro", "captured in euros"],
  ["orders", "orders"],
  ["exceptions", "exceptions"],
  ["refunds_due", "refunds due"],
  ["webhooks_sent", "webhooks sent"],
  ["webhook_requests", "requests, repeated ones included"],
  ["webhooks_answered", "webhooks answered 200"],
  ["webhooks_lost", "answered 200 and not in the database"],
  ["dropped_for_good", "hosted successes dropped permanently"],
  ["never_answered", "exceptions of hosted payments without an answer"],
  ["orders_without_payment", "orders without a payment"],
  ["lost", "lost"],
  ["doubled", "doubled"],
  ["unbalanced", "unbalanced"],
  ["unconfirmed", "captured without money"],
  ["underpaid", "captured below the amount due"],
]

/** Counts that must be 0. */
const LAWS = [
  "webhooks_lost",
  "lost",
  "doubled",
  "unbalanced",
  "unconfirmed",
  "underpaid",
] as const satisfies (keyof Summary)[]

/** Counts that must be 0, too, when receivers get every webhook. */
const RECEIVER_LAWS = [
  "dropped_for_good",
  "never_answered",
] as const satisfies (keyof Summary)[]

/** The laws that the run has broken. */
export function brokenLaws(summary: Summary): (keyof Summary)[] {
  const laws = [...LAWS, ...(summary.receiver ? RECEIVER_LAWS : [])]
  return laws.filter((law) => summary[law] > 0)
}

/** The human-readable table. */
export function table(summary: Summary): string {
  const { seed, purchases, kills, processes, redis, seconds } = summary
  const { database_restarts, receiver } = summary
  const rows = LABELS.map(([key, label]) => [label, String(summary[key])])
  const widths = widthsOf(rows)
  const on = redis ? "on PostgreSQL and Redis" : "on PostgreSQL"
  const extra = [
    `${database_restarts} database restarts, `,
    "each webhook sent once to the receiver, ",
  ].filter((_, index) => [database_restarts > 0, receiver][index])
  return [
    `${purchases} purchases, ${kills} kills, ${extra.join("")}seed ${seed}, ${processes} process${processes > 1 ? "es" : ""} ${on}, ${seconds} s`,
    `merchant: ${actsOf(summary.merchant)}`,
    "",
    ...rows.map((row) => `  ${aligned(row, widths)}`),
  ].join("\n")
}

function actsOf(acts: MerchantActs): string {
  return Object.entries(acts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ")
}

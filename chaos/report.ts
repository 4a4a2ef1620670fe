import { aligned, widthsOf } from "../harness/command/columns"
import type { Records } from "../harness/records/records"
import {
  type PaymentVerdict,
  underpaidOrders,
} from "../harness/records/compare"

/** The result of one chaos run. */
export type Summary = {
  seed: number
  purchases: number
  processes: number
  redis: boolean
  kills: number
  seconds: number
  paid_at_the_gateway: number
  captured: number
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
  /** Orders left by a killed cart completion, without a linked payment. */
  orders_without_payment: number
}

export type RunFacts = Pick<
  Summary,
  | "seed"
  | "purchases"
  | "processes"
  | "redis"
  | "kills"
  | "seconds"
  | "orders_without_payment"
>

export function summarize(
  facts: RunFacts,
  records: Records,
  verdicts: readonly PaymentVerdict[]
): Summary {
  const count = (verdict: PaymentVerdict["verdict"]): number =>
    verdicts.filter((each) => each.verdict === verdict).length
  const sum = (of: "exceptions" | "refunds_due"): number =>
    records.ledger.reduce((total, row) => total + row[of], 0)
  return {
    ...facts,
    paid_at_the_gateway: records.gateway.filter(({ paid }) => paid).length,
    captured: records.captures.length,
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
  ["orders", "orders"],
  ["exceptions", "exceptions"],
  ["refunds_due", "refunds due"],
  ["dropped_for_good", "hosted successes dropped permanently"],
  ["orders_without_payment", "orders without a payment"],
  ["lost", "lost"],
  ["doubled", "doubled"],
  ["unconfirmed", "captured without money"],
  ["underpaid", "captured below the amount due"],
]

/** The human-readable table. */
export function table(summary: Summary): string {
  const { seed, purchases, kills, processes, redis, seconds } = summary
  const rows = LABELS.map(([key, label]) => [label, String(summary[key])])
  const widths = widthsOf(rows)
  const on = redis ? "on PostgreSQL and Redis" : "on PostgreSQL"
  return [
    `${purchases} purchases, ${kills} kills, seed ${seed}, ${processes} process${processes > 1 ? "es" : ""} ${on}, ${seconds} s`,
    "",
    ...rows.map((row) => `  ${aligned(row, widths)}`),
  ].join("\n")
}

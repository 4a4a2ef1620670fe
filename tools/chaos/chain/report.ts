import { aligned, widthsOf } from "../../harness/command/columns"
import {
  CHAIN_LAWS,
  type ChainLaw,
  type ChainViolation,
  shownTransfers,
} from "./compare"
import type { ChainRecords } from "./records"

/** The result of a chaos run about the chain. */
export type ChainSummary = Record<ChainLaw, number> & {
  /** Final transfers to addresses that buyers were shown. */
  transfers: number
  proven: number
  refunded_by_medusa: number
  /** Open exceptions by kind. */
  open_exceptions: Record<string, number>
}

export function summarizeChains(
  records: ChainRecords,
  violations: readonly ChainViolation[]
): ChainSummary {
  const { payments, exceptions } = records
  const count = (law: ChainLaw): number =>
    violations.filter((each) => each.law === law).length
  return {
    transfers: shownTransfers(records).length,
    proven: payments.filter(({ proof_status }) => proof_status === "proven")
      .length,
    refunded_by_medusa: records.refunds,
    open_exceptions: Object.fromEntries(
      exceptions.map(({ kind, count }) => [kind, count])
    ),
    unseen: count("unseen"),
    captured_wrongly: count("captured_wrongly"),
    honest_not_captured: count("honest_not_captured"),
    cancelled_in_sight: count("cancelled_in_sight"),
  }
}

const LABELS: [keyof ChainSummary, string][] = [
  ["transfers", "final transfers to shown addresses"],
  ["proven", "payments proven"],
  ["refunded_by_medusa", "refunded by Medusa"],
  ["unseen", "transfers unseen"],
  ["captured_wrongly", "captured without a transfer of its own"],
  ["honest_not_captured", "paid, final and not captured"],
  ["cancelled_in_sight", "cancelled with money in sight"],
]

/** The laws that the run has broken. */
export function brokenChainLaws(summary: ChainSummary): ChainLaw[] {
  return CHAIN_LAWS.filter((law) => summary[law] > 0)
}

/** The human-readable table. */
export function chainTable(summary: ChainSummary): string {
  const rows = [
    ...LABELS.map(([key, label]) => [label, String(summary[key])]),
    ...Object.entries(summary.open_exceptions).map(([kind, count]) => [
      `open: ${kind}`,
      String(count),
    ]),
  ]
  const widths = widthsOf(rows)
  return rows.map((row) => `  ${aligned(row, widths)}`).join("\n")
}

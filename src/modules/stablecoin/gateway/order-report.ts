import type { GatewayReport } from "../../../gateway"
import type { Fact } from "../../../ledger"

/** Converts a report into a fact for the ledger; null if it changes nothing. */
export function factOf(report: GatewayReport): Fact | null {
  const id = report.gateway_id ? { gateway_id: report.gateway_id } : {}
  switch (report.outcome) {
    case "created":
      return { kind: "opened", ...id }
    case "paid":
      return report.paid
        ? { kind: "paid", ...report.paid, ...id }
        : {
            kind: "unreadable",
            problem: report.malformed ?? "The paid event carries no payment.",
          }
    case "failed":
      return { kind: "failed", ...id }
    case "cancelled":
      return { kind: "cancelled", ...id }
    case "unknown":
      return null
  }
}

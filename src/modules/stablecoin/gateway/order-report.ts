import type { OrderState, WebhookReport } from "../../../gateway"
import type { Fact } from "../../../ledger"

/** Content of a webhook or a read order. */
export type GatewayReport = Pick<
  WebhookReport,
  "outcome" | "gateway_id" | "paid" | "malformed"
>

/** Translates a payment order into the ledger's terms. */
export function reportOf({
  order_id: gateway_id,
  status,
  paid,
  malformed,
}: OrderState): GatewayReport {
  switch (status) {
    case "pending":
      return { outcome: "created", gateway_id }
    case "cancelled":
      return { outcome: "cancelled", gateway_id }
    case "paid":
      return { outcome: "paid", gateway_id, paid, malformed }
    default:
      return { outcome: "unknown", gateway_id }
  }
}

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

import type { OrderState } from "../../../gateway"
import type { GatewayReport } from "../../../ledger"

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

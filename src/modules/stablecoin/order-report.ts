import type { OrderState } from "../../gateway"
import type { GatewayReport } from "../../ledger"

/** What a read payment order says, in the ledger's terms. */
export function reportOf(order: OrderState): GatewayReport {
  const gateway_id = order.order_id
  switch (order.status) {
    case "pending":
      return { outcome: "created", gateway_id }
    case "cancelled":
      return { outcome: "cancelled", gateway_id }
    case "paid":
      if (order.payment && order.payment.chain !== order.chain) {
        return {
          outcome: "paid",
          gateway_id,
          malformed: `The order is on ${order.chain}, and its payment on ${order.payment.chain}.`,
        }
      }
      return {
        outcome: "paid",
        gateway_id,
        paid: {
          amount: order.amount,
          currency: order.currency,
          chain: order.chain,
          paid_at: order.paid_at ?? undefined,
          reference: order.payment?.reference,
          net_amount: order.payment?.net_amount,
          tx_hash: order.payment?.tx_hash,
        },
      }
    default:
      return { outcome: "unknown", gateway_id }
  }
}

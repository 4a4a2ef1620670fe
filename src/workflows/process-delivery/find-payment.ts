import type { WebhookReport } from "../../gateway"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/**
 * The payment that a webhook speaks of. `order_no` is ours and goes first; the
 * gateway's own id and the metadata stand in where an event lacks it.
 */
export async function findReportedPayment(
  stablecoin: StablecoinModuleService,
  report: WebhookReport
): Promise<Payment | null> {
  const { rail, order_no, gateway_id } = report
  if (order_no) {
    return await stablecoin.findPayment({ id: order_no, rail })
  }
  const byGatewayId = gateway_id
    ? await stablecoin.findPayment({ gateway_id, rail })
    : null
  const named = report.metadata?.payment_id
  if (byGatewayId || typeof named !== "string") {
    return byGatewayId
  }
  return await stablecoin.findPayment({ id: named, rail })
}

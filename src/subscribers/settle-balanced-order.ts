import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"
import { settlePlacedOrderWorkflow } from "../workflows/settle-placed-order"

/**
 * Settles the payments of an order again that had a rest due, or had taken too
 * much. Any provider's capture or refund may balance it.
 */
export default async function settleBalancedOrder({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await settlePlacedOrderWorkflow(container).run({
    input: { medusa_payment_id: event.data.id },
  })
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.CAPTURED, PaymentEvents.REFUNDED],
  context: { subscriberId: "settle-balanced-stablecoin-order" },
}

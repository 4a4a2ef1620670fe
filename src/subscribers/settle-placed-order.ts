import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { settlePlacedOrderWorkflow } from "../workflows/settle-placed-order"

/**
 * Captures what a buyer ordered before any webhook arrived, or after an earlier
 * completion of the cart failed. Medusa does not call the provider again for a
 * payment that it authorized then.
 */
export default async function settlePlacedOrder({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await settlePlacedOrderWorkflow(container).run({
    input: { order_id: event.data.id },
  })
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.PLACED,
  context: { subscriberId: "settle-placed-stablecoin-order" },
}

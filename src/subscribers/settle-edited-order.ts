import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderEditWorkflowEvents } from "@medusajs/framework/utils"
import { settleOrderWorkflow } from "../workflows/settle-order"

/**
 * Settles the payments of an edited order again. Medusa may store the new total
 * after a payment of the former one was captured.
 */
export default async function settleEditedOrder({
  event,
  container,
}: SubscriberArgs<{ order_id: string }>): Promise<void> {
  await settleOrderWorkflow(container).run({
    input: { order_id: event.data.order_id },
  })
}

export const config: SubscriberConfig = {
  event: OrderEditWorkflowEvents.CONFIRMED,
  context: { subscriberId: "settle-edited-stablecoin-order" },
}

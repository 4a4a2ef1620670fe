import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { settleOrderWorkflow } from "../workflows/settle-order"

/**
 * Settles the payments of a cancelled order: Medusa does not notify the
 * provider of all of them.
 */
export default async function settleCanceledOrder({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await settleOrderWorkflow(container).run({
    input: { order_id: event.data.id },
  })
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.CANCELED,
  context: { subscriberId: "settle-canceled-stablecoin-order" },
}

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  OrderEditWorkflowEvents,
  OrderWorkflowEvents,
} from "@medusajs/framework/utils"
import { settleOrderWorkflow } from "../workflows/settle-order"

/**
 * Settles the payments of an order again whose total changed. Medusa may store
 * the new total after a payment of the former one was captured.
 */
export default async function settleChangedOrder({
  event,
  container,
}: SubscriberArgs<{ order_id: string }>): Promise<void> {
  await settleOrderWorkflow(container).run({
    input: { order_id: event.data.order_id },
  })
}

export const config: SubscriberConfig = {
  event: [
    OrderEditWorkflowEvents.CONFIRMED,
    OrderWorkflowEvents.RETURN_RECEIVED,
    OrderWorkflowEvents.CLAIM_CREATED,
    OrderWorkflowEvents.EXCHANGE_CREATED,
  ],
  context: { subscriberId: "settle-changed-stablecoin-order" },
}

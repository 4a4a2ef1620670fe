import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { notifyOfDeletedCustomerWorkflow } from "../workflows/notify-of-deleted-customer"

/**
 * Notifies the merchant of a deleted customer, who may want to be forgotten.
 * The merchant decides, since accounting may need the payments.
 */
export default async function notifyOfDeletedCustomer({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await notifyOfDeletedCustomerWorkflow(container).run({
    input: { customer_id: event.data.id },
  })
}

export const config: SubscriberConfig = {
  event: CustomerWorkflowEvents.DELETED,
  context: { subscriberId: "notify-of-deleted-stablecoin-customer" },
}

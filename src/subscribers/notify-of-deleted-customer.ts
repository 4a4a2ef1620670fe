import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { notifyOfDeletedCustomerWorkflow } from "../workflows/notify-of-deleted-customer"

/** A deleted customer may want to be forgotten: the merchant decides, since the accounts may need them. */
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

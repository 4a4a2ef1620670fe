import type { CreateNotificationDTO } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  CustomerWorkflowEvents,
  Modules,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { DELETED_CUSTOMER } from "../modules/stablecoin/service"
import type { CustomerInput } from "./export-customer-data"
import { messageOf } from "../shared/message-of"
import { withoutKnown } from "./without-known"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Offers to erase a deleted customer from their payments, by a notification in
 * the feed, once per customer with payments. Not compensated: a user may have
 * read it. If the feed can't be written, the same sentence is logged.
 *
 * @returns whether a notification was created
 */
export const notifyOfDeletedCustomerWorkflow = oneStepWorkflow(
  "notify-of-deleted-stablecoin-customer",
  async (container, { customer_id }: CustomerInput) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    if (!(await customers.has(customer_id))) {
      return false
    }
    const notification = notificationOf(customer_id)
    try {
      const feed = container.resolve(Modules.NOTIFICATION)
      const missing = await withoutKnown(feed, [notification])
      await feed.createNotifications(missing)
      return missing.length > 0
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: ${sentenceOf(customer_id)} This could not be put into the notification feed: ${messageOf(error)}`
        )
      return false
    }
  }
)

function notificationOf(customer_id: string): CreateNotificationDTO {
  return {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: {
      title: "Stablecoin payments: a customer was deleted",
      description: sentenceOf(customer_id),
    },
    trigger_type: CustomerWorkflowEvents.DELETED,
    resource_id: customer_id,
    resource_type: DELETED_CUSTOMER,
    idempotency_key: `${DELETED_CUSTOMER}:${customer_id}`,
  }
}

function sentenceOf(customer_id: string): string {
  return `Customer ${customer_id} was deleted, and their payments are kept. To erase the customer from them, run: npx medusa-payment-stablecoin privacy forget --customer ${customer_id}`
}

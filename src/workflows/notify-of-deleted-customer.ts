import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { DELETED_CUSTOMER } from "../modules/stablecoin/service"
import type { CustomerInput } from "./customer-data"
import { addToFeed } from "./notification-feed"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Offers to erase a deleted customer from their payments, by a notification in
 * the feed, once per customer with payments. Not compensated: a user may have
 * read it. If the feed can't be written, the customer is logged.
 *
 * @returns whether a notification was created
 */
export const notifyOfDeletedCustomerWorkflow = oneStepWorkflow(
  "notify-of-deleted-stablecoin-customer",
  async (container, { customer_id }: CustomerInput) => {
    const { customers } = container.resolve(STABLECOIN_MODULE).repository
    if (!(await customers.findPayments(customer_id)).length) {
      return false
    }
    const description = `Customer ${customer_id} was deleted, and their payments are kept. To erase the customer from them, run: npx medusa-payment-stablecoin privacy forget --customer ${customer_id}`
    const added = await addToFeed(container, `"${description}"`, [
      {
        title: "a customer was deleted",
        description,
        trigger_type: CustomerWorkflowEvents.DELETED,
        resource_id: customer_id,
        resource_type: DELETED_CUSTOMER,
        idempotency_key: `${DELETED_CUSTOMER}:${customer_id}`,
      },
    ])
    return added > 0
  }
)

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  OrderEditWorkflowEvents,
  OrderWorkflowEvents,
  PaymentEvents,
} from "@medusajs/framework/utils"
import { settleOrderWorkflow } from "../workflows/settle-order"

const MONEY_MOVED: readonly string[] = [
  PaymentEvents.CAPTURED,
  PaymentEvents.REFUNDED,
]

/**
 * Settles the payments of an order again. Medusa does not call the provider
 *
 * - for a payment that it authorized before any webhook arrived, or in a
 *   completion of the cart that failed
 * - about each payment of a cancelled order
 * - after an edit, a return, a claim or an exchange has changed the total
 * - when another provider's capture or refund balances the order
 */
export default async function settleOrder({
  event: { name, data },
  container,
}: SubscriberArgs<{ id: string; order_id?: string }>): Promise<void> {
  const { id, order_id = id } = data
  await settleOrderWorkflow(container).run({
    input: MONEY_MOVED.includes(name)
      ? { medusa_payment_id: id }
      : {
          order_id,
          ...(name === OrderWorkflowEvents.PLACED && { is_placed: true }),
        },
  })
}

export const config: SubscriberConfig = {
  event: [
    OrderWorkflowEvents.PLACED,
    OrderWorkflowEvents.CANCELED,
    OrderWorkflowEvents.RETURN_RECEIVED,
    OrderWorkflowEvents.CLAIM_CREATED,
    OrderWorkflowEvents.EXCHANGE_CREATED,
    OrderEditWorkflowEvents.CONFIRMED,
    ...MONEY_MOVED,
  ],
  context: { subscriberId: "settle-stablecoin-order" },
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { enqueuePayment } from "./enqueue"
import { refundKept } from "./refund-kept"
import { oneStepWorkflow } from "./one-step-workflow"

type SettleOrderInput = { order_id: string }

/**
 * Has all payments of an order settled, and returns money that was kept for it,
 * as far as it does not ask for it any more.
 */
export const settleOrderWorkflow = oneStepWorkflow(
  "settle-stablecoin-order",
  async (container, { order_id }: SettleOrderInput) => {
    await settlePaymentsOf(container, order_id)
    await refundKept(container, { order_id })
  }
)

/**
 * Has all payments of an order settled. Scheduled first, so that the job
 * settles them if this process does not.
 */
export async function settlePaymentsOf(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { schedules } = container.resolve(STABLECOIN_MODULE)
  for (const id of await schedules.reconcileOrder(orderId)) {
    enqueuePayment(container, id)
  }
}

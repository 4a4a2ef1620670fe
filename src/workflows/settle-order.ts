import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { ChangedOrder } from "../modules/stablecoin/types"
import { enqueuePayment } from "./enqueue"
import { refundKept } from "./refund-kept"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Has the payments of an order settled that was placed or changed, or whose money
 * moved, and returns money that was kept for it, as far as it does not ask for
 * it any more.
 *
 * Most payments of a placed order are being settled already: that placed the
 * order. The others would wait for their next attempt.
 */
export const settleOrderWorkflow = oneStepWorkflow(
  "settle-stablecoin-order",
  async (container, order: ChangedOrder) => {
    await settlePaymentsOf(container, order)
    if (!("is_placed" in order)) {
      await refundKept(container, order)
    }
  }
)

/**
 * Has payments of an order settled. Scheduled first, so that the job settles
 * them if this process does not.
 */
export async function settlePaymentsOf(
  container: MedusaContainer,
  order: ChangedOrder
): Promise<void> {
  const { schedules } = container.resolve(STABLECOIN_MODULE)
  for (const id of await schedules.reconcileOrder(order)) {
    enqueuePayment(container, id)
  }
}

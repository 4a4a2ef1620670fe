import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { enqueuePayment } from "./enqueue"
import { oneStepWorkflow } from "./one-step-workflow"
import { refundKept } from "./refund-kept"

/** A placed order, or Medusa's payment whose money moved. */
type SettlePlacedOrderInput =
  { order_id: string } | { medusa_payment_id: string }

/**
 * Settles the paid payments of a placed order that would otherwise wait for
 * their next attempt. Most are being settled already: that placed the order.
 * After money of an order moved, settles the payments whose exception is about
 * their order, and returns money that was kept for it and is not needed now.
 *
 * Schedules the payments first, so that the job settles what is not enqueued.
 */
export const settlePlacedOrderWorkflow = oneStepWorkflow(
  "settle-placed-stablecoin-order",
  async (container, input: SettlePlacedOrderInput) => {
    const { schedules } = container.resolve(STABLECOIN_MODULE)
    const ids =
      "order_id" in input
        ? await schedules.reconcileOrdered(input.order_id)
        : await schedules.reconcileUnbalanced(input.medusa_payment_id)
    for (const id of ids) {
      enqueuePayment(container, id)
    }
    if ("medusa_payment_id" in input) {
      await refundKept(container, input)
    }
  }
)

import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { enqueuePayment } from "../enqueue"

export type SettleBalancedOrderInput = { medusa_payment_id: string }

/** Schedules the payments first, so that the job settles what is not enqueued. */
export const settleBalancedOrderStep = createStep(
  "settle-balanced-stablecoin-order",
  async ({ medusa_payment_id }: SettleBalancedOrderInput, { container }) => {
    const { schedules } = container.resolve(STABLECOIN_MODULE)
    for (const id of await schedules.reconcileUnbalanced(medusa_payment_id)) {
      enqueuePayment(container, id)
    }
    return new StepResponse(void 0)
  }
)

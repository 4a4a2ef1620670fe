import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { enqueuePayment } from "../enqueue"

export type SettlePlacedOrderInput = { order_id: string }

/** Schedules the payments first, so that the job settles what is not enqueued. */
export const settlePlacedOrderStep = createStep(
  "settle-placed-stablecoin-order",
  async ({ order_id }: SettlePlacedOrderInput, { container }) => {
    const { schedules } = container.resolve(STABLECOIN_MODULE)
    for (const id of await schedules.reconcileOrdered(order_id)) {
      enqueuePayment(container, id)
    }
    return new StepResponse(void 0)
  }
)

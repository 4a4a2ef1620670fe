import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { enqueuePayment } from "./enqueue"

type SettlePlacedOrderInput = { order_id: string }

/** Schedules the payments first, so that the job settles what is not enqueued. */
const settlePlacedOrderStep = createStep(
  "settle-placed-stablecoin-order",
  async ({ order_id }: SettlePlacedOrderInput, { container }) => {
    const { schedules } = container.resolve(STABLECOIN_MODULE)
    for (const id of await schedules.reconcileOrdered(order_id)) {
      enqueuePayment(container, id)
    }
    return new StepResponse(void 0)
  }
)

/**
 * Settles the paid payments of a placed order that would otherwise wait for
 * their next attempt. Most are being settled already: that placed the order.
 */
export const settlePlacedOrderWorkflow = createWorkflow(
  "settle-placed-stablecoin-order",
  (input: WorkflowData<SettlePlacedOrderInput>) => {
    settlePlacedOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)

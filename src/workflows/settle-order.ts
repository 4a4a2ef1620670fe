import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { enqueuePayment } from "./enqueue"
import { refundKept } from "./refund-kept"

type SettleOrderInput = { order_id: string }

/** Scheduled first, so that the job settles them if this process does not. */
const settleOrderStep = createStep(
  "settle-stablecoin-order",
  async ({ order_id }: SettleOrderInput, { container }) => {
    const { schedules } = container.resolve(STABLECOIN_MODULE)
    for (const id of await schedules.reconcileOrder(order_id)) {
      enqueuePayment(container, id)
    }
    await refundKept(container, order_id)
    return new StepResponse(void 0)
  }
)

/**
 * Has all payments of an order settled, and returns money that was kept for it,
 * as far as it does not ask for it any more.
 */
export const settleOrderWorkflow = createWorkflow(
  "settle-stablecoin-order",
  (input: WorkflowData<SettleOrderInput>) => {
    settleOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { enqueuePayment } from "./enqueue"

type SettleBalancedOrderInput = { medusa_payment_id: string }

/** Schedules the payments first, so that the job settles what is not enqueued. */
const settleBalancedOrderStep = createStep(
  "settle-balanced-stablecoin-order",
  async ({ medusa_payment_id }: SettleBalancedOrderInput, { container }) => {
    const { schedules } = container.resolve(STABLECOIN_MODULE)
    for (const id of await schedules.reconcileUnbalanced(medusa_payment_id)) {
      enqueuePayment(container, id)
    }
    return new StepResponse(void 0)
  }
)

/**
 * Settles the payments whose exception says that their order has a rest due or
 * has taken too much, after money of that order moved.
 */
export const settleBalancedOrderWorkflow = createWorkflow(
  "settle-balanced-stablecoin-order",
  (input: WorkflowData<SettleBalancedOrderInput>) => {
    settleBalancedOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { RefundDestination } from "../modules/stablecoin/types"
import { refundRefused } from "./refund-refusals"

/**
 * Records where a refund due is to be sent. Not compensated: the merchant may
 * already be sending it there.
 *
 * @throws MedusaError when it is rejected; nothing was changed then
 */
const setRefundToStep = createStep(
  "set-stablecoin-refund-to",
  async (destination: RefundDestination, { container }) => {
    const change = await container
      .resolve(STABLECOIN_MODULE)
      .repository.refunds.setRefundTo(destination)
    if ("refused" in change) {
      throw refundRefused(destination.refund_id, change)
    }
    return new StepResponse(void 0)
  }
)

/** Records where a refund due is to be sent. */
export const updateRefundWorkflow = createWorkflow(
  "update-stablecoin-refund",
  (input: WorkflowData<RefundDestination>) => {
    setRefundToStep(input)
    return new WorkflowResponse(void 0)
  }
)

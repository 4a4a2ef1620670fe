import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { SentRefund } from "../modules/stablecoin/types"
import { refundRefused } from "./refund-refusals"

/**
 * Closes a refund due. Not compensated: sent coins do not come back.
 *
 * @throws MedusaError when it is rejected; nothing was changed then
 */
const markRefundSentStep = createStep(
  "mark-stablecoin-refund-sent",
  async (sent: SentRefund, { container }) => {
    const change = await container
      .resolve(STABLECOIN_MODULE)
      .repository.refunds.markSent(sent)
    if ("refused" in change) {
      throw refundRefused(sent.refund_id, change)
    }
    return new StepResponse(void 0)
  }
)

/** Closes a refund due, and its exception, with the proof that it was sent. */
export const markRefundSentWorkflow = createWorkflow(
  "mark-stablecoin-refund-sent",
  (input: WorkflowData<SentRefund>) => {
    markRefundSentStep(input)
    return new WorkflowResponse(void 0)
  }
)

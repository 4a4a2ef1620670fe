import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type {
  RefundChange,
  RefundDestination,
  SentRefund,
} from "../modules/stablecoin/types"
import { refundRefused } from "./refund-refusals"

/** @throws MedusaError when it is rejected; nothing was changed then */
function changed(id: string, change: RefundChange): StepResponse<void> {
  if ("refused" in change) {
    throw refundRefused(id, change)
  }
  return new StepResponse(void 0)
}

/** Not compensated: the merchant may already be sending it there. */
const setRefundToStep = createStep(
  "set-stablecoin-refund-to",
  async (destination: RefundDestination, { container }) => {
    const { refunds } = container.resolve(STABLECOIN_MODULE).repository
    const change = await refunds.setRefundTo(destination)
    return changed(destination.refund_id, change)
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

/** Not compensated: sent coins do not come back. */
const markRefundSentStep = createStep(
  "mark-stablecoin-refund-sent",
  async (sent: SentRefund, { container }) => {
    const { refunds } = container.resolve(STABLECOIN_MODULE).repository
    return changed(sent.refund_id, await refunds.markSent(sent))
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

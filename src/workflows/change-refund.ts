import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { RefundDestination, SentRefund } from "../modules/stablecoin/types"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Records where a refund due is to be sent. Not compensated: the merchant may
 * already be sending it there.
 */
export const updateRefundWorkflow = oneStepWorkflow(
  "update-stablecoin-refund",
  async (container, destination: RefundDestination) => {
    const { refunds } = container.resolve(STABLECOIN_MODULE).repository
    await refunds.setRefundTo(destination)
  }
)

/**
 * Closes a refund due, and its exception, with the proof that it was sent. Not
 * compensated: sent coins do not come back.
 */
export const markRefundSentWorkflow = oneStepWorkflow(
  "mark-stablecoin-refund-sent",
  async (container, sent: SentRefund) => {
    const { refunds } = container.resolve(STABLECOIN_MODULE).repository
    await refunds.markSent(sent)
  }
)

import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type {
  RefundChange,
  RefundDestination,
  SentRefund,
} from "../modules/stablecoin/types"
import { refundRefused } from "./refund-refusals"
import { oneStepWorkflow } from "./one-step-workflow"

/** @throws MedusaError when it is rejected; nothing was changed then */
function assertChanged(id: string, change: RefundChange): void {
  if ("refused" in change) {
    throw refundRefused(id, change)
  }
}

/**
 * Records where a refund due is to be sent. Not compensated: the merchant may
 * already be sending it there.
 */
export const updateRefundWorkflow = oneStepWorkflow(
  "update-stablecoin-refund",
  async (container, destination: RefundDestination) => {
    const { refunds } = container.resolve(STABLECOIN_MODULE).repository
    const change = await refunds.setRefundTo(destination)
    assertChanged(destination.refund_id, change)
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
    assertChanged(sent.refund_id, await refunds.markSent(sent))
  }
)

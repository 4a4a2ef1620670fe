import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { ChangedRefund } from "../modules/stablecoin/types"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Records where a refund due is to be sent, or closes it, and its exception,
 * with the proof that it was sent. Not compensated: the merchant may already be
 * sending it there, and sent coins do not come back.
 */
export const updateRefundWorkflow = oneStepWorkflow(
  "update-stablecoin-refund",
  async (container, change: ChangedRefund) => {
    const { refunds } = container.resolve(STABLECOIN_MODULE).repository
    await refunds.update(change)
  }
)

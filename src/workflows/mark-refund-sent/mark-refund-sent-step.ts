import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type { SentRefund } from "../../modules/stablecoin/types"
import { refundRefused } from "../refund-refusals"

/**
 * Closes a refund due. Not compensated: sent coins do not come back.
 *
 * @throws MedusaError when it is rejected; nothing was changed then
 */
export const markRefundSentStep = createStep(
  "mark-stablecoin-refund-sent",
  async (sent: SentRefund, { container }) => {
    const change = await container
      .resolve(STABLECOIN_MODULE)
      .adminOperations.markRefundSent(sent)
    if ("refused" in change) {
      throw refundRefused(sent.refund_id, change)
    }
    return new StepResponse(void 0)
  }
)

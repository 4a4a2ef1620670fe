import { RefusedError } from "../exceptions/refused-error"
import type { AdminPriceRefund } from "../http-types"
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

/**
 * Sends a refund due at the payment's own price or at the rate of now, as the
 * merchant saw it. Not compensated, like the other.
 *
 * @throws RefusedError with nothing changed
 */
export const priceRefundWorkflow = oneStepWorkflow(
  "price-stablecoin-refund",
  async (
    container,
    { refund_id, price, shown_amount }: AdminPriceRefund & { refund_id: string }
  ) => {
    const { prices, repository } = container.resolve(STABLECOIN_MODULE)
    const today = price === "today" ? await prices.refundToday(refund_id) : null
    if (price === "today" && !today) {
      throw new RefusedError("no_rate")
    }
    await repository.refunds.price(refund_id, today, shown_amount)
  }
)

import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { mustFindPayment } from "../find-payment"
import { GATEWAY_UNAVAILABLE } from "../gateway-failure"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"

/**
 * Verifies that a payment was cancelled: the buyer may have paid first, and the
 * gateway may have refused.
 *
 * @returns whether it may still take money
 * @throws MedusaError when it is not cancelled
 */
export const confirmCancellationStep = createStep(
  "confirm-stablecoin-cancellation",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    const { status } = await mustFindPayment(container, payment_id)
    switch (status) {
      case "paid":
        throw new MedusaError(
          MedusaError.Types.CONFLICT,
          `Payment ${payment_id} was not cancelled: it was paid in the meantime, and is treated as paid.`
        )
      case "creating":
      case "pending":
        throw new MedusaError(
          MedusaError.Types.UNEXPECTED_STATE,
          `The gateway did not cancel payment ${payment_id}: it is still ${status}. Try again, or cancel it in the gateway's portal.`,
          GATEWAY_UNAVAILABLE
        )
      default:
        return new StepResponse(status === "abandoned")
    }
  }
)

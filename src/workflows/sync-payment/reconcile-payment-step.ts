import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { mustFindPayment } from "../find-payment"
import { gatewayFailure } from "../gateway-failure"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"

/**
 * Reads a payment from the gateway at an admin's request. Not compensated: the
 * result is a permanent fact.
 *
 * @returns whether it could be read
 * @throws MedusaError (404) for an unknown payment, and when the gateway does
 *   not respond
 */
export const reconcilePaymentStep = createStep(
  "read-stablecoin-payment-now",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const payment = await mustFindPayment(container, payment_id)
    const readable = await stablecoin.orders.isReadable(payment)
    try {
      await stablecoin.orders.read(payment, "admin")
    } catch (error) {
      throw gatewayFailure(error)
    }
    return new StepResponse(readable)
  }
)

import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { mustFindPayment } from "../find-payment"
import { gatewayFailure } from "../gateway-failure"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"

/**
 * Asks the gateway about a payment for a person who wants to know. What it
 * answers is a fact, and not undone.
 *
 * @returns whether it could be asked
 * @throws MedusaError (404) for an unknown payment, and when no answer comes
 */
export const reconcilePaymentStep = createStep(
  "read-stablecoin-payment-now",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const payment = await mustFindPayment(container, payment_id)
    const asked = await stablecoin.isReadable(payment)
    try {
      await stablecoin.poll(payment, "admin")
    } catch (error) {
      throw gatewayFailure(error)
    }
    return new StepResponse(asked)
  }
)

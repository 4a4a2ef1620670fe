import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"

/** Asks the gateway how an open payment stands. What it answers is a fact, and not undone. */
export const askGatewayStep = createStep(
  "ask-gateway-of-stablecoin-payment",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const payment = await stablecoin.findPayment({ id: payment_id })
    if (payment && payment.status !== "paid") {
      await stablecoin.poll(payment)
    }
    return new StepResponse(void 0)
  }
)

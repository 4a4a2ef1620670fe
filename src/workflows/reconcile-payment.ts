import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { GatewayError } from "../gateway"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { oneStepWorkflow } from "./one-step-workflow"
import type { SettlePaymentInput } from "./settle-payment"
import { settlePayment } from "./settle-payment/settle"

/**
 * Reconciles one payment: reads it from the gateway where it can be read, then
 * settles it, also when that read failed. Not compensated: the result is a
 * permanent fact.
 */
export const reconcilePaymentWorkflow = oneStepWorkflow(
  "reconcile-stablecoin-payment",
  async (container, { payment_id }: SettlePaymentInput) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const payment = await stablecoin.payments.find({ id: payment_id })
    if (payment && payment.status !== "paid") {
      try {
        await stablecoin.orders.read(payment)
      } catch (error) {
        if (!(error instanceof GatewayError)) {
          throw error
        }
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .warn(
            `Stablecoin payments: payment ${payment_id} could not be read from the gateway: ${error.message}`
          )
      }
    }
    await settlePayment(container, payment_id)
  }
)

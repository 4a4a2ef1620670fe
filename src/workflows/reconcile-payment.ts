import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../gateway"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { type SettlePaymentInput, settlePaymentStep } from "./settle-payment"

/**
 * Reads an open payment from the gateway. Not compensated: the result is a
 * permanent fact. A failed read does not prevent settling.
 */
const readPaymentStep = createStep(
  "read-stablecoin-payment",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
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
    return new StepResponse(void 0)
  }
)

/**
 * Reconciles one payment: reads it from the gateway where it can be read, then
 * settles it.
 */
export const reconcilePaymentWorkflow = createWorkflow(
  "reconcile-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    readPaymentStep(input)
    settlePaymentStep(input)
    return new WorkflowResponse(void 0)
  }
)

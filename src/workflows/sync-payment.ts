import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { mustFindPayment } from "./find-payment"
import { gatewayFailure } from "./gateway-failure"
import { type SettlePaymentInput, settleNowStep } from "./settle-payment"

/**
 * Reads a payment from the gateway at an admin's request. Not compensated: the
 * result is a permanent fact.
 *
 * @returns whether it could be read
 * @throws MedusaError (404) for an unknown payment, and when the gateway does
 *   not respond
 */
const reconcilePaymentStep = createStep(
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

/**
 * Syncs a payment at an admin's request: reads it from the gateway where it can
 * be read, and makes Medusa match.
 */
export const syncPaymentWorkflow = createWorkflow(
  "sync-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    const readable = reconcilePaymentStep(input)
    const settled = settleNowStep(input)
    return new WorkflowResponse({ readable, settled })
  }
)

import {
  createHook,
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"
import { checkSenderStep } from "./check-sender-step"
import { recordScreeningStep } from "./record-screening-step"
import { screeningSchema } from "./screening"

/**
 * Screens the sender of a payment before it is captured, where
 * `blockchain.screening` is `hold`: by its network's sanctions oracle, and by
 * the hook `screenPayment` for a service of your own, which returns
 * `{ result: "clear" | "listed" }`. A sender that either lists is listed. A hook
 * that throws clears nothing, and is tried again.
 *
 * @example
 * screenPaymentWorkflow.hooks.screenPayment(async ({ address }) =>
 *   new StepResponse({ result: (await isListed(address)) ? "listed" : "clear" })
 * )
 */
export const screenPaymentWorkflow = createWorkflow(
  "screen-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    const sender = checkSenderStep(input)
    const screenPayment = createHook("screenPayment", sender, {
      resultValidator: screeningSchema,
    })
    const own = screenPayment.getResult()
    recordScreeningStep(
      transform({ sender, own }, ({ sender, own }) => ({
        payment_id: sender.payment_id,
        address: sender.address,
        result: own?.result === "listed" ? ("listed" as const) : sender.result,
      }))
    )
    return new WorkflowResponse(sender, { hooks: [screenPayment] })
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { settlePaymentStep } from "./settle-payment"

export type ProcessWebhookEventInput = { webhook_event_id: string }

/** Not compensated: a report of the gateway is a permanent fact. */
const applyWebhookEventStep = createStep(
  "apply-stablecoin-webhook-event",
  async ({ webhook_event_id }: ProcessWebhookEventInput, { container }) => {
    const { repository, webhookEvents } = container.resolve(STABLECOIN_MODULE)
    const event = await repository.webhookEvents.find(webhook_event_id)
    if (!event || event.status === "ignored") {
      return new StepResponse(null)
    }
    const [processed] = await webhookEvents.process([event])
    if (processed && "error" in processed) {
      throw processed.error
    }
    return new StepResponse(processed?.payment_id ?? null)
  }
)

/**
 * Facts in, settle out: applies a stored webhook to the ledger, then makes
 * Medusa match it.
 */
export const processWebhookEventWorkflow = createWorkflow(
  "process-stablecoin-webhook-event",
  (input: WorkflowData<ProcessWebhookEventInput>) => {
    const paymentId = applyWebhookEventStep(input)
    when({ paymentId }, (known) => known.paymentId !== null).then(() => {
      settlePaymentStep({ payment_id: paymentId as WorkflowData<string> })
    })
    return new WorkflowResponse(paymentId)
  }
)

import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { oneStepWorkflow } from "./one-step-workflow"
import { settlePayment } from "./settle-payment/settle"

export type ProcessWebhookEventInput = { webhook_event_id: string }

/**
 * Facts in, settle out: applies a stored webhook to the ledger, then makes
 * Medusa match it. Not compensated: a report of the gateway is a permanent fact.
 *
 * @returns id of its payment, or null
 */
export const processWebhookEventWorkflow = oneStepWorkflow(
  "process-stablecoin-webhook-event",
  async (container, { webhook_event_id }: ProcessWebhookEventInput) => {
    const { repository, webhookEvents } = container.resolve(STABLECOIN_MODULE)
    const event = await repository.webhookEvents.find(webhook_event_id)
    if (!event || event.status === "ignored") {
      return null
    }
    const [processed] = await webhookEvents.process([event])
    if (processed && "error" in processed) {
      throw processed.error
    }
    const payment_id = processed?.payment_id ?? null
    if (payment_id) {
      await settlePayment(container, payment_id)
    }
    return payment_id
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { purgeInBatches } from "./purge-in-batches"

/**
 * Retention of digests of other shops' webhooks: gateways resend a webhook for
 * some days.
 */
const FOREIGN_SECONDS = 7 * 24 * 3600

/**
 * Deletes webhook events that outlived `webhookRetention`, the rest of those
 * about other shops' orders after a week, and expired request counts. Not
 * compensated: deleted rows can't be restored. If the settings can't be read,
 * no webhook event is deleted.
 *
 * @returns how many were deleted
 */
const purgeWebhookEventsStep = createStep(
  "purge-stablecoin-webhook-events",
  async (_: Record<string, never>, { container }) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    await stablecoin.limits.purge()
    const { general } = await stablecoin.settings.effective()
    if (!general.ok) {
      return new StepResponse(0)
    }
    const { webhookEvents } = stablecoin.repository
    const [foreign = 0, own = 0] = await purgeInBatches([
      {
        seconds: FOREIGN_SECONDS,
        run: async (batch) => await webhookEvents.purgeForeign(batch),
      },
      {
        seconds: general.value.webhookRetention,
        run: async (batch) => await webhookEvents.purge(batch),
      },
    ])
    return new StepResponse(foreign + own)
  }
)

/**
 * Deletes webhook events that outlived `webhookRetention`, and returns how
 * many.
 */
export const purgeWebhookEventsWorkflow = createWorkflow(
  "purge-stablecoin-webhook-events",
  (input: WorkflowData<Record<string, never>>) =>
    new WorkflowResponse(purgeWebhookEventsStep(input))
)

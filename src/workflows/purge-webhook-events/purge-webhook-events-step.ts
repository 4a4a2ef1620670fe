import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { purgeInBatches } from "../purge-in-batches"

/** Digests of other shops' webhooks: gateways send a webhook again for some days. */
const FOREIGN_SECONDS = 7 * 24 * 3600

/**
 * Deletes the webhooks that outlived `webhookRetention`, what is left of those
 * about other shops' orders after a week, and the counts of requests whose time
 * is over. Deleted rows can't be brought back: there is nothing to compensate.
 * Without settings that can be read no webhook is deleted.
 *
 * @returns how many were deleted
 */
export const purgeWebhookEventsStep = createStep(
  "purge-stablecoin-webhook-events",
  async (_: Record<string, never>, { container }) => {
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    await stablecoin.limits.purge()
    const { general } = await stablecoin.settings()
    if (!general.ok) {
      return new StepResponse(0)
    }
    const { webhookEvents } = stablecoin
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

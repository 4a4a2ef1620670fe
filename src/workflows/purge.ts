import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { LATE_MONEY_SECONDS } from "../settings"
import { type Purge, purgeInBatches } from "./purge-in-batches"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Retention of the return URLs of payments that have ended: buyers return
 * minutes later, or days later from an open tab. And of digests of other shops'
 * webhooks: gateways resend a webhook for some days.
 */
const WEEK_SECONDS = 7 * 24 * 3600

/**
 * Erases or deletes what outlived its retention: return URLs of payments that
 * have ended, payments that ended without money with the transfers seen for
 * them, webhook events, and retained credentials whose payments
 * have all ended. Not compensated: deleted rows can't be restored. If the
 * settings can't be read, nothing that they retain is deleted.
 */
export const purgeWorkflow = oneStepWorkflow(
  "purge-stablecoin-data",
  async (container) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { payments, webhookEvents } = stablecoin.repository
    const { general } = await stablecoin.settings.effective()
    const ofSettings: Purge[] = general.ok
      ? [
          {
            seconds: WEEK_SECONDS,
            run: async (batch) => await webhookEvents.purgeForeign(batch),
          },
          {
            seconds: general.value.webhookRetention,
            run: async (batch) => await webhookEvents.purge(batch),
          },
          {
            seconds: LATE_MONEY_SECONDS,
            run: async (batch) => await payments.purge(batch),
          },
        ]
      : []
    await purgeInBatches([
      {
        seconds: WEEK_SECONDS,
        run: async (batch) => await payments.eraseReturnUrls(batch),
      },
      ...ofSettings,
    ])
    const forgotten = await stablecoin.accounts.purgeEnded(
      general.ok ? general.value.webhookRetention * 1000 : 0
    )
    if (forgotten.length) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .info(
          `Stablecoin payments: retained credentials were removed, since their payments have ended: ${forgotten.join(", ")}.`
        )
    }
  }
)

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { PurgeBatch } from "../modules/stablecoin/types"
import { LATE_MONEY_SECONDS } from "../settings"
import { oneStepWorkflow } from "./one-step-workflow"

/** Rows per statement, so that none locks the table for long. */
const BATCH = 1000
/** Less than the interval of any job: the next run purges the rest. */
const LASTS_MS = 50_000

/** Rows of one kind, and how long they are retained. */
type Purge = {
  seconds: number
  run: (batch: PurgeBatch) => Promise<number>
}

/**
 * Retention of the return URLs of payments that have ended: buyers return
 * minutes later, or days later from an open tab. And of digests of other shops'
 * webhooks: gateways resend a webhook for some days.
 */
const WEEK_SECONDS = 7 * 24 * 3600

/**
 * Erases or deletes what outlived its retention: return URLs of payments that
 * have ended, quotes without a payment, payments that ended without money,
 * webhook events, and retained credentials whose payments have all ended. Not
 * compensated: deleted rows can't be restored. If the settings can't be read,
 * nothing that they retain is deleted.
 */
export const purgeWorkflow = oneStepWorkflow(
  "purge-stablecoin-data",
  async (container) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { payments, prices, webhookEvents } = stablecoin.repository
    const { general } = await stablecoin.settings.effective()
    const ofSettings: Purge[] = general.ok
      ? [
          { seconds: WEEK_SECONDS, run: webhookEvents.purgeForeign },
          { seconds: general.value.webhookRetention, run: webhookEvents.purge },
          { seconds: LATE_MONEY_SECONDS, run: payments.purge },
        ]
      : []
    await purgeInBatches([
      { seconds: WEEK_SECONDS, run: payments.eraseReturnUrls },
      { seconds: WEEK_SECONDS, run: prices.purgeQuotes },
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

/**
 * Runs purges one after the other, batch by batch, until nothing is left or the
 * time is up. Any number of processes may run it concurrently.
 *
 * @returns how many rows each has purged, in their order
 */
export async function purgeInBatches(
  purges: readonly Purge[],
  { limit = BATCH, now = () => performance.now() } = {}
): Promise<number[]> {
  const endsAt = now() + LASTS_MS
  const counts: number[] = []
  for (const { seconds, run } of purges) {
    const before = new Date(Date.now() - seconds * 1000)
    let count = 0
    let isFull = true
    while (isFull && now() < endsAt) {
      const purged = await run({ before, limit })
      count += purged
      isFull = purged === limit
    }
    counts.push(count)
  }
  return counts
}

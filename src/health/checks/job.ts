import { check, error, ok } from "../check"

/** Minutes after which due payments show that no job reconciles them. */
const LATE_MINUTES = 10

/**
 * Whether a worker reconciles due payments. Without one, nothing is captured that
 * the webhook's own process did not settle, and no metric may tell.
 */
export const job = check("job", async ({ stablecoin }) => {
  const { payments_due: count, oldest_due_age } =
    await stablecoin.repository.overview.readBacklog()
  const minutes = Math.floor(oldest_due_age / 60)
  return minutes < LATE_MINUTES
    ? ok("on_time")
    : error("late", { count, minutes })
})

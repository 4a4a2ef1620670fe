import { check, error, ok, warning } from "../check"

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

export const exceptions = check("exceptions", async ({ stablecoin }) => {
  const [, count] = await stablecoin.listAndCountStablecoinExceptions(
    { status: "open" },
    { take: 1, select: ["id"] }
  )
  return count ? warning("open", { count }) : ok("none")
})

/** Named in `english.json`. The audit checks all, and opens an exception about each imbalance. */
const NEWEST = 5_000

/**
 * Whether the money of the newest deposits and their orders is accounted for.
 * An order that has taken more than its total is a warning: the merchant still has
 * the buyer's money.
 */
export const balances = check("balances", async ({ stablecoin }) => {
  const imbalances = await stablecoin.health.imbalances({ newest: NEWEST })
  const count = imbalances.length
  if (!count) {
    return ok("balanced")
  }
  const areDeposits = imbalances.some(({ deposit_id }) => deposit_id)
  return (areDeposits ? error : warning)("unbalanced", { count })
})

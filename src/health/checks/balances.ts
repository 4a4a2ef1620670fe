import { check, error, ok, warning } from "../check"

/** Named in `english.json`. The audit checks all, and opens an exception about each imbalance. */
const NEWEST = 5_000

/**
 * Whether the money of the newest deposits and their orders is accounted for.
 * An order that was edited or returned days ago is a warning: the merchant still
 * has the buyer's money.
 */
export const balances = check("balances", async ({ stablecoin }) => {
  const found = await stablecoin.health.imbalances(NEWEST)
  const imbalances = found.filter(({ is_recent }) => !is_recent)
  const count = imbalances.length
  if (!count) {
    return ok("balanced")
  }
  const areDeposits = imbalances.some(({ deposit_id }) => deposit_id)
  return (areDeposits ? error : warning)("unbalanced", { count })
})

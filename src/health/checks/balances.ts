import { check } from "../check"

/** The audit checks all, and opens an exception about each imbalance. */
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
  return count
    ? {
        status: imbalances.some(({ deposit_id }) => deposit_id)
          ? "error"
          : "warning",
        code: "unbalanced",
        params: { count },
        message: `Deposits and orders whose money is not accounted for: ${count}.`,
        remedy:
          "Run `npx medusa-payment-stablecoin audit`, which lists them. Each opens an exception at night.",
      }
    : {
        status: "ok",
        code: "balanced",
        params: { count: NEWEST },
        message: `The money of the newest ${NEWEST} deposits and of their orders is accounted for.`,
      }
})

import { check } from "../check"

const COUNTED = 1_000
/** Less than a check may take. The audit has more time. */
const TIMEOUT_MS = 10_000

/**
 * Whether the money of each deposit and order is accounted for. An order that
 * was edited or returned is a warning: the merchant still has the buyer's money.
 */
export const balances = check("balances", async ({ stablecoin }) => {
  const imbalances = await stablecoin.health.imbalances({
    after: "",
    limit: COUNTED,
    timeout: TIMEOUT_MS,
  })
  const count = imbalances.length
  return count
    ? {
        status: imbalances.some(({ deposit_id }) => deposit_id)
          ? "error"
          : "warning",
        code: "unbalanced",
        params: { count },
        message: `Deposits and orders whose money is not accounted for: ${count}${count === COUNTED ? " or more" : ""}.`,
        remedy:
          "Run `npx medusa-payment-stablecoin audit`, which lists them. Each opens an exception at night.",
      }
    : {
        status: "ok",
        code: "balanced",
        message: "The money of all deposits and orders is accounted for.",
      }
})

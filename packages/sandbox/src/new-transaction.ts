import { createTransactionRequestSchema } from "../../../src/gateway/schemas"
import { FRACTION_DIGITS, toAmount } from "../../../src/ledger/money"
import { isTestClient, type Account } from "./accounts"
import type { NewTransaction } from "./records/transaction"
import type { Gateway } from "./gateway"
import { check, checkAmount, checkUrls, Problems } from "./http/validate"
import { hostedCurrencies } from "./state"

/**
 * Parses a creation's body. Checks every rule and limit of the contract.
 *
 * Source: Merchant Checkout API, "POST /merchant/api/transaction-info",
 * "Limits".
 * @throws Refusal 422 with detail per field
 */
export function newTransaction(
  gateway: Gateway,
  account: Account,
  body: Record<string, unknown>
): NewTransaction {
  const problems = new Problems()
  const { state } = gateway
  const value = check(createTransactionRequestSchema, body, problems)
  const { currency } = body
  if (value) {
    checkAmount(value.amount, FRACTION_DIGITS, problems)
  }
  const accepted = hostedCurrencies(state)
  if (typeof currency === "string" && !accepted.includes(currency)) {
    problems.add(
      "currency",
      accepted.length > 0
        ? `Must be one of ${accepted.join(", ")}.`
        : "No currency can be paid now."
    )
  }
  for (const field of ["order_no", "item_name"]) {
    if (state.rules.requireOrderFields && !body[field]) {
      problems.add(field, "This field is required.")
    }
  }
  const test = isTestClient(account.credentials.hosted.clientId)
  const strict = state.rules.requirePublicUrls || !test
  checkUrls(body, ["successUrl", "cancelUrl"], problems, strict)
  checkUrls(body, ["webhook_url"], problems)
  const given = problems.accept(value)
  return {
    amount: toAmount(given.amount),
    currency: given.currency,
    orderNo: given.order_no ?? null,
    itemName: given.item_name ?? null,
    metadata: given.metadata ?? null,
    successUrl: given.successUrl,
    cancelUrl: given.cancelUrl,
    webhookUrl: given.webhook_url ?? null,
  }
}

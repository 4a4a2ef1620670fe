import { createOrderRequestSchema } from "../../../src/gateway/schemas"
import { toExactDecimal } from "../../../src/ledger/money"
import { type NewOrder, ORDER_DECIMALS } from "./records/order"
import { check, checkAmount, checkUrls, Problems } from "./http/validate"
import type { Rules } from "./rules"

/**
 * Parses a creation's body. Checks every rule and limit of the contract, and
 * what is enabled for the account.
 *
 * Source: Business Order API, "POST /api/v1/transactions", "Limits".
 * @throws Refusal 422 with detail per field
 */
export function newOrder(
  { chains, coins, currencies }: Rules,
  body: Record<string, unknown>
): Omit<NewOrder, "destinationAddress"> {
  const problems = new Problems()
  const value = check(createOrderRequestSchema, body, problems)
  if (value && !currencies.includes(value.currency)) {
    problems.add("currency", `${value.currency} is not enabled.`)
  }
  if (value && !chains.includes(value.chain)) {
    problems.add("chain", `${value.chain} is not enabled.`)
  } else if (value && coins[value.chain]?.includes(value.currency) === false) {
    problems.add("chain", `${value.currency} on ${value.chain} is not enabled.`)
  }
  if (value) {
    checkAmount(value.amount, ORDER_DECIMALS, problems)
  }
  checkUrls(body, ["success_url", "cancel_url", "webhook_url"], problems)
  const given = problems.accept(value)
  return {
    amount: toExactDecimal(given.amount),
    currency: given.currency,
    chain: given.chain,
    orderNo: given.order_no ?? null,
    description: given.description ?? null,
    successUrl: given.success_url ?? null,
    cancelUrl: given.cancel_url ?? null,
    webhookUrl: given.webhook_url ?? null,
    metadata: given.metadata ?? null,
  }
}

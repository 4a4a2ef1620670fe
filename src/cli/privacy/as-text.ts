import type { ForgottenCustomer } from "../../modules/stablecoin/types"

/**
 * Formats the result of `privacy forget` as text, with the payments that are
 * left.
 */
export function asText({
  customer_id,
  forgotten,
  open,
  kept,
}: ForgottenCustomer): string {
  const lines = [
    `Customer ${customer_id}: erased from ${countOf(forgotten)}.`,
    ...forgotten.map((id) => `  ${id}`),
  ]
  if (open.length) {
    lines.push(
      `Still open, and not touched: ${countOf(open)}. Run this again once they have ended.`,
      ...open.map(
        (each) => `  ${each.id}  ${each.status}, until ${each.expires_at}`
      )
    )
  }
  if (kept.length) {
    lines.push(
      `Not erased, since a refund may be due to the customer: ${countOf(kept)}. Resolve these exceptions and send these refunds, then run this again.`,
      ...kept.map(
        ({ id, exceptions, refunds }) =>
          `  ${id}  ${[...exceptions, ...refunds].join(", ")}`
      )
    )
  }
  return lines.join("\n")
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? "1 payment" : `${length} payments`
}

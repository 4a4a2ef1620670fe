import type { Report } from "./match-report"
import type { Fact } from "./facts"
import type { Payment } from "./payment"
import { isUnproven } from "./proof"
import { RAIL_TRAITS } from "./rails"

/**
 * Returns the money that a fact reports. Null if it reports none, or simulated
 * money for a payment in another mode.
 */
export function reportOf(
  payment: Pick<Payment, "mode">,
  fact: Fact
): Report | null {
  if (
    fact.kind !== "paid" ||
    (isOtherMode(payment, fact) && fact.mode === "test")
  ) {
    return null
  }
  const { amount, currency, chain = null, tx_hash, gateway_id, mode } = fact
  return {
    amount,
    currency,
    chain,
    // A hash without a chain names no transfer.
    tx_hash: (chain && tx_hash?.toLowerCase()) || null,
    gateway_reference: gateway_id?.toLowerCase() ?? null,
    mode: mode ?? payment.mode,
  }
}

/** Whether an event has another mode than its payment was started in. */
export function isOtherMode(
  { mode }: Pick<Payment, "mode">,
  fact: { mode?: string }
): boolean {
  return mode !== null && fact.mode !== undefined && fact.mode !== mode
}

/**
 * Whether a payment was paid on a chain and no report has named its transfer, or
 * only one that its chain does not show. Until a read of its order names
 * another, the same transfer could pay another payment, or seem unreported.
 */
export function lacksTransfer(
  payment: Pick<
    Payment,
    "status" | "rail" | "gateway_id" | "tx_hash" | "proof_status" | "proof"
  >
): boolean {
  const { status, rail, gateway_id, tx_hash } = payment
  return (
    status === "paid" &&
    RAIL_TRAITS[rail].isReadable &&
    gateway_id !== null &&
    (tx_hash === null || isUnproven(payment))
  )
}

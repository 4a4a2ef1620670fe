import { isOfSettling, type StoredProblem, traitsOf } from "./exceptions"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/**
 * Returns how an exception is retried: by settling its payment, or by reading
 * the payment from the gateway, or its transfer from the chain, first. Null if
 * neither can change anything.
 */
export function retryOf(
  problem: StoredProblem,
  payment: Pick<Payment, "rail"> | null
): "settle" | "read" | "prove" | null {
  if (!payment) {
    return null
  }
  const traits = traitsOf(problem)
  const { hasChain, isReadable } = RAIL_TRAITS[payment.rail]
  if (traits.money === "unproven") {
    return hasChain ? "prove" : null
  }
  // Settling captures money that nothing settled any more.
  const isSettled = isOfSettling(traits) || traits.about === "audit"
  if (isSettled && traits.money !== "test") {
    return "settle"
  }
  return isReadable && traits.isReadAgain ? "read" : null
}

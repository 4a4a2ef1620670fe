import { hasRest } from "./deposits"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"
import { doubtOf, isHeld, readsChain } from "./proof"
import { openException } from "./settlement-exception"

/** By the merchant, or once the chain has proven the transfer. */
export function isCapturedLater(
  payment: Payment,
  { chain_policy }: MedusaState
): boolean {
  return payment.capture === "manual" || isHeld(payment, chain_policy)
}

/** Reports a payment whose transfer the chain does not show. */
export function doubtProblem(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep | null {
  const doubt = readsChain(medusa.chain_policy) ? doubtOf(payment, now) : null
  if (!doubt) {
    return null
  }
  const [reason, about] =
    doubt === "not_found"
      ? ([doubt, {}] as const)
      : (["contradicted", { about: doubt }] as const)
  const isMore =
    doubt === "wrong_amount" &&
    medusa.payment?.captured &&
    medusa.money &&
    hasRest(medusa.money)
  return openException(
    payment,
    medusa,
    { kind: "unproven", reason },
    { ...about, ...(isMore && { cause: "excess" }) }
  )
}

/** Also reports one whose capture waits for what the chain can't show. */
export function proofProblem(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep | null {
  const { chain_policy } = medusa
  const doubted = doubtProblem(payment, medusa, now)
  if (doubted || !isHeld(payment, chain_policy)) {
    return doubted
  }
  const missing = {
    no_endpoint: !chain_policy.has_endpoint,
    no_address: !payment.destination_address,
  }
  const cause = Object.entries(missing).find(([, isMissing]) => isMissing)?.[0]
  return cause
    ? openException(
        payment,
        medusa,
        { kind: "unproven", reason: "unchecked" },
        { cause }
      )
    : null
}

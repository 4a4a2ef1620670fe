import type { MedusaState, SettlementStep } from "./medusa-state"
import { differenceOf, isMoreThan } from "./money"
import type { LatePrice, Payment } from "./payment"
import type { ProofFact } from "./facts"
import { openException } from "./settlement-problems"

type PaidLate = Pick<Payment, "locked_until" | "paid_at" | "late_price">

/**
 * Whether a payment was paid after its price had expired, and neither is worth
 * its cart at the new price nor was accepted by the merchant.
 */
export function isPriceExpired(payment: PaidLate): boolean {
  return isLate(payment) && payment.late_price?.accepted !== true
}

/** Whether money arrived after its price had expired. */
export function isLate({
  locked_until,
  paid_at,
}: Pick<Payment, "locked_until" | "paid_at">): boolean {
  return locked_until !== null && paid_at !== null && paid_at > locked_until
}

/** Whether late money was compared with a price, or is used without one. */
export function isCompared({
  late_price,
}: {
  late_price: LatePrice | null
}): boolean {
  return Boolean(late_price?.accepted || late_price?.due)
}

/** Compares late money with the price of its cart, once there is one. */
export function judgePrice(
  payment: Payment,
  medusa: MedusaState
): SettlementStep | null {
  if (!isPriceExpired(payment)) {
    return null
  }
  const { amount, late_price } = payment
  if (!late_price?.due) {
    return { do: "judge_price" }
  }
  const { shown_rate, rate, due } = late_price
  return openException(
    payment,
    medusa,
    { kind: "price_expired" },
    {
      // Enough coins, of which each is worth less than a dollar.
      cause: isMoreThan(due, amount) ? null : "depegged",
      shown_rate,
      rate,
      due,
      difference: differenceOf(due, amount),
    }
  )
}

/** Reports late money whose price no source has now. It is compared later. */
export function withoutPrice(
  payment: Payment,
  medusa: MedusaState
): SettlementStep {
  const { shown_rate = null } = payment.late_price ?? {}
  const details = { cause: "no_rate", shown_rate, rate: null }
  return openException(payment, medusa, { kind: "price_expired" }, details)
}

/** Money that its chain shows in the time of its price is not late after all. */
export function shownInTime(
  { late_price, locked_until }: Pick<Payment, "late_price" | "locked_until">,
  { status, proof }: ProofFact
): Pick<Payment, "late_price"> | null {
  const { block_time } = proof
  const paid_at = block_time === null ? null : new Date(block_time)
  const isLateStill =
    status === "contradicted" ||
    paid_at === null ||
    isLate({ locked_until, paid_at })
  return late_price && !isLateStill
    ? { late_price: { ...late_price, accepted: true } }
    : null
}

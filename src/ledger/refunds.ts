import type { ExceptionDraft } from "./exceptions"
import { fromMinorUnits, isSameAmount, toMinorUnits } from "./money"
import type { Payment } from "./payment"

/**
 * Returns the refund due for a refund of `cartAmount`, in the payment's
 * stablecoin. Returns null if it exceeds what is left of the payment. One cart
 * unit is one coin, as at the start, rounded half up. Partial refunds may each
 * round up by a hundredth. The last one is then reduced to what is left, so
 * that the sum never exceeds what was paid.
 *
 * @param due amounts of the payment's earlier refunds, decimal strings
 */
export function refundDueFor(
  payment: Pick<Payment, "amount">,
  cartAmount: string,
  due: readonly string[]
): string | null {
  const wanted = toMinorUnits(cartAmount)
  const before = due.reduce((sum, amount) => sum + toMinorUnits(amount), 0n)
  const left = toMinorUnits(payment.amount) - before
  const roundedUp = BigInt(due.length)
  if (wanted <= 0n || left <= 0n || wanted > left + roundedUp) {
    return null
  }
  return fromMinorUnits(wanted < left ? wanted : left)
}

/** Returns what is left of a paid payment after refunds, or null if nothing. */
export function remainderDue(
  payment: Pick<Payment, "amount">,
  due: readonly string[]
): string | null {
  const left = due.reduce(
    (rest, amount) => rest - toMinorUnits(amount),
    toMinorUnits(payment.amount)
  )
  return left > 0n ? fromMinorUnits(left) : null
}

/** Fields of a refund that identify what it was written for. */
export type StandingRefund = {
  amount: string
  medusa_refund_id: string | null
  exception_id: string | null
}

/**
 * Returns the refund that settling wrote for exactly the money that Medusa
 * refunds now, such as while both handle a cancelled order. Medusa's refund
 * takes it over, so that the money is returned once and Medusa's own refund
 * remains valid.
 *
 * @param standing the payment's refunds without void ones
 */
export function takenOver<T extends StandingRefund>(
  payment: Pick<Payment, "amount">,
  cartAmount: string,
  standing: readonly T[]
): T | null {
  const fits = (refund: T): boolean => {
    const others = standing.filter((other) => other !== refund)
    const wanted = refundDueFor(
      payment,
      cartAmount,
      others.map(({ amount }) => amount)
    )
    return wanted !== null && isSameAmount(wanted, refund.amount)
  }
  return (
    standing.find(
      (refund) =>
        !refund.medusa_refund_id && !refund.exception_id && fits(refund)
    ) ?? null
  )
}

/** Exception about a Medusa refund that exceeds what is left of its payment. */
export function refusedRefund(
  payment: Payment,
  refund: { medusa_refund_id: string; cart_amount: string },
  due: readonly string[]
): ExceptionDraft {
  const { id, status, currency, chain, order_id } = payment
  const left = remainderDue(payment, due) ?? "0.00"
  const because =
    status === "paid"
      ? `${left} ${currency} is left of it`
      : `it is ${status}, not paid`
  return {
    kind: "refund_refused",
    key: `${refund.medusa_refund_id}:refund_refused`,
    message: `Refund ${refund.medusa_refund_id} of ${refund.cart_amount} ${payment.cart_currency} stands in Medusa, and no refund due was written for it: it belongs to payment ${id} of ${payment.amount} ${currency}, and ${because}. Compare both lists of refunds, and send back what the buyer still lacks.`,
    details: {
      medusa_refund_id: refund.medusa_refund_id,
      status,
      amount: payment.amount,
      left,
      currency,
      chain,
      order_id,
    },
  }
}

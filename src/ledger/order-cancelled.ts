import type { ExceptionDraft } from "./exceptions"
import type { Payment } from "./payment"
import type { MerchantResolution } from "./resolutions"
import { toMinorUnits } from "./money"
import { exceptionKey, openException } from "./settlement-exception"

/** Key of the exception about all of a payment's money. */
export function orderCancelledKey(payment: Payment): string {
  return exceptionKey(payment, "order_cancelled")
}

/**
 * Whether a Medusa refund leaves nothing of a payment, such as the refund of a
 * cancelled order. A smaller refund implies nothing about the rest.
 *
 * @param earlier amounts of Medusa's earlier refunds, due or withheld
 */
export function isWholeRefund(
  { amount: paid }: Pick<Payment, "amount">,
  { amount, left }: { amount: string; left: string },
  earlier: readonly string[]
): boolean {
  const refunded = earlier.reduce(
    (sum, each) => sum + toMinorUnits(each),
    toMinorUnits(amount)
  )
  return (
    toMinorUnits(amount) >= toMinorUnits(left) || refunded >= toMinorUnits(paid)
  )
}

/**
 * Exception in place of a refund due. The merchant had closed an exception
 * about this money, which may already be with the buyer.
 *
 * @param happened the event that would have made the refund due
 * @param refund Medusa's refund, if any: its amount, and whether it needs a
 *   separate exception in addition to the payment's
 */
export function refundWithheld(
  payment: Payment,
  order: { id: string } | null,
  closed: MerchantResolution,
  happened: string,
  refund?: { medusa_refund_id: string; amount: string; has_own_key: boolean }
): ExceptionDraft {
  const { exception } = openException(
    payment,
    { order },
    "order_cancelled",
    `${happened} after an exception about this money had been closed with the note "${closed.note}". No refund was opened: it may be with the buyer already`,
    refund && {
      medusa_refund_id: refund.medusa_refund_id,
      withheld: refund.amount,
      ...(refund.has_own_key ? { about: refund.medusa_refund_id } : {}),
    }
  )
  return exception
}

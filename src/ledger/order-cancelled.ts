import type { ExceptionDraft } from "./exceptions"
import type { Payment } from "./payment"
import type { MerchantResolution } from "./resolutions"
import { openException } from "./settlement-exception"

/**
 * The exception in place of a refund due: the merchant had closed an exception
 * about this money, which may be with the buyer already.
 *
 * @param happened the event that would have owed the money
 * @param refund Medusa's refund, where there is one, and whether it needs an
 *   exception of its own beside the payment's
 */
export function refundWithheld(
  payment: Payment,
  order: { id: string } | null,
  closed: MerchantResolution,
  happened: string,
  refund?: { medusa_refund_id: string; is_further: boolean }
): ExceptionDraft {
  const { exception } = openException(
    payment,
    { order },
    "order_cancelled",
    `${happened} after an exception about this money had been closed with the note "${closed.note}". No refund was opened: it may be with the buyer already`,
    refund && {
      medusa_refund_id: refund.medusa_refund_id,
      ...(refund.is_further ? { about: refund.medusa_refund_id } : {}),
    }
  )
  return exception
}

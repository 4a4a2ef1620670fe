import type { StorePayment } from "../../../../http-types/store"
import { buyerView } from "../../../../ledger"
import type { StreamedPayment } from "../../repository/medusa/streamed-payments"

/** A payment as its buyer sees it, under the requested session. */
export function storePayment(
  { payment, around }: StreamedPayment,
  sessionId: string,
  now: Date
): StorePayment {
  const view = buyerView(payment, around, now)
  return {
    session_id: sessionId,
    rail: payment.rail,
    status: payment.status,
    redirect_url: view.payable ? payment.redirect_url : null,
    expires_at: payment.expires_at.toISOString(),
    ...(view.order_id ? { order_id: view.order_id } : {}),
    final: view.final,
    ...(view.replaced_by ? { replaced_by: view.replaced_by } : {}),
    ...(payment.returned_result ? { returned: payment.returned_result } : {}),
    ...(view.order_canceled ? { order_canceled: true } : {}),
    ...(view.under_review ? { under_review: true } : {}),
  }
}

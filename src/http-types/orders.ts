import type { AdminException } from "./exceptions"
import type { AdminPaymentDetail } from "./payments"
import type { AdminRefund } from "./refunds"

/**
 * `GET /admin/stablecoin/orders/:id`: everything of an order, newest payment
 * first.
 */
export type AdminOrderPanelResponse = {
  payments: AdminPaymentDetail[]
  /** Null where the caller's role may not read them. */
  refunds: AdminRefund[] | null
  /** Open exceptions. Null where the caller's role may not read them. */
  exceptions: AdminException[] | null
}

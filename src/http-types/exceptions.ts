import type { ExceptionResolution } from "../ledger/exceptions"
import type { Rail } from "../ledger/rails"
import type { Page, AdminOrderReference } from "./lists"
import type { AdminRefund } from "./refunds"

export type AdminException = {
  id: string
  kind: string
  message: string
  details: Record<string, string | null> | null
  payment_id: string | null
  webhook_event_id: string | null
  status: "open" | "resolved"
  /** Null while open, and where settling closed it. */
  resolution: ExceptionResolution | null
  note: string | null
  resolved_by: string | null
  resolved_at: string | null
  created_at: string
  updated_at: string
  /** Of the payment that it is about. */
  order: AdminOrderReference | null
  /** Of the payment that it is about. */
  rail: Rail | null
}

export type AdminExceptionDetail = AdminException & {
  /** Money that resolving it may send back now, less what was refunded; null where that is nothing. */
  held: {
    /** An exact decimal. */
    amount: string
    currency: string
    chain: string | null
    /** Whether the gateway confirmed that it came. */
    confirmed: boolean
  } | null
}

/** `GET /admin/stablecoin/exceptions`. */
export type AdminExceptionsResponse = Page & { exceptions: AdminException[] }

/** `GET /admin/stablecoin/exceptions/:id`. */
export type AdminExceptionResponse = { exception: AdminExceptionDetail }

/** Body of `POST /admin/stablecoin/exceptions/:id/resolve`. */
export type AdminResolveException = {
  /** What was found out, or done. */
  note: string
} & (
  | {
      /** Settles the payment again. The exception is opened again where that does not work. */
      action: "retry"
    }
  | {
      /** Opens a refund due of what is held because of it: all, or `amount`. */
      action: "refund"
      refund?: { amount?: string; reason?: string; refund_to?: string }
    }
  | {
      action: "close"
      /** The transfer by which the merchant sent the money back already: it is recorded as a sent refund. */
      sent?: { tx_hash: string; amount?: string; refund_to?: string }
      /** The size of a group as it was read (`details.count`): 409 when payments have joined it since. */
      count?: number
    }
)

/**
 * `POST /admin/stablecoin/exceptions/:id/resolve`: with the refund that it
 * opened or recorded. A part of captured money without an order leaves the
 * exception open for the rest.
 */
export type AdminResolveResponse = {
  exception: AdminException
  refund: AdminRefund | null
}

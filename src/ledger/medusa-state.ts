import type { ExceptionDraft } from "./exceptions"
import type { ChainPolicy } from "./proof-mode"
import type { MerchantResolution } from "./resolutions"

/** Statuses of sessions that still wait for money. */
export const WAITING_SESSIONS: readonly string[] = [
  "pending",
  "requires_more",
  "pending_authorization",
]

/** Statuses of sessions that ended without a payment. */
export const CLOSED_SESSIONS: readonly string[] = ["canceled", "error"]

export type CurrentAccount = {
  account: string
  /** `test`, `live` or another value of the gateway; null while unknown. */
  mode: string | null
}

/** Medusa's current state of a payment. Amounts are exact decimals. */
export type MedusaState = {
  session: {
    status: string
    amount: string
    currency: string
    /**
     * Whether Medusa has stored the provider's response to its start, which
     * overwrites the session.
     */
    started: boolean
  } | null
  /** Statuses of the collection's other sessions. */
  competing_sessions: readonly string[]
  /** Medusa's payment of that session, which exists once it is authorized. */
  payment: { captured: boolean; canceled: boolean } | null
  /** Null if the collection was deleted. */
  collection: {
    amount: string
    currency: string
    /**
     * Medusa's status: `completed` once everything was captured, `canceled`
     * when Medusa gave the collection up.
     */
    status: string
    /**
     * Sum that other payments of the collection authorized or captured and did
     * not refund.
     */
    covered_by_others: string
    /** Sum that other payments captured and did not refund. */
    captured_by_others: string
    /**
     * Sum that all payments of the collection authorized or captured, including
     * refunded amounts.
     */
    taken: string
    /** The same sum without refunded amounts. */
    held: string
  } | null
  cart_id: string | null
  /** Order linked to the collection. */
  order: {
    id: string
    canceled: boolean
    /**
     * Whether Medusa won't remove it any more: it is older than any completion
     * lasts, or the current run has confirmed it. Medusa links an order before
     * its money is authorized, and removes it if that or a later step fails.
     */
    standing: boolean
  } | null
  /**
   * Order that the cart or the collection is linked to, and that does not exist.
   * Medusa leaves links behind if it loses its database while it removes an
   * order, and then never completes the cart.
   */
  lost_order_id: string | null
  /**
   * A capture that the order's transactions lack, so that the order seems
   * unpaid. `recent`: its process may be about to record it.
   */
  unrecorded_capture: "recent" | "lost" | null
  /** Sum of the refunds due of this payment, in its stablecoin. */
  refunds_due: string
  /** The merchant's resolutions for this payment's money, newest first. */
  resolutions: readonly MerchantResolution[]
  /**
   * Account that new payments of this rail are started with; null while the
   * rail is not configured.
   */
  current_account: CurrentAccount | null
  /** Whether we have the credentials to read this payment from the gateway. */
  is_readable: boolean
  /** Whether an open exception reports a transfer that its chain shows. */
  has_seen_money: boolean
  chain_policy: ChainPolicy
}

/** Next step until Medusa matches the ledger. */
export type SettlementStep =
  /** `is_stuck`: a step is retried after its exception was opened. */
  | { do: "nothing"; is_stuck?: true }
  /** Place the order, and authorize its payment. */
  | { do: "complete_cart"; cart_id: string }
  /** Wait until no completion of the cart is running that may remove the order. */
  | { do: "confirm_order"; cart_id: string; order_id: string }
  /** Cancel Medusa's payment whose money pays for nothing in Medusa. */
  | { do: "release_payment" }
  /** Authorize without a cart to complete. */
  | { do: "authorize" }
  /** Capture an authorized payment, and record that with its order. */
  | { do: "capture" }
  /** Authorize, capture and place the order, as far as each is missing. */
  | { do: "process" }
  /**
   * Bind money without a session to a new one in its collection, which still
   * has exactly that amount due.
   */
  | { do: "bind_session" }
  /** Reopen a session that had ended, since its money has arrived. */
  | { do: "reopen_session" }
  /**
   * Delete the collection's other sessions: Medusa completes a cart by the
   * first one it finds.
   */
  | { do: "drop_competing_sessions" }
  /** Delete the links to an order that does not exist. */
  | { do: "unlink_order"; order_id: string; cart_id: string }
  /** Mark the session in Medusa as ended without a payment. */
  | { do: "close_session"; status: "canceled" | "error" }
  /** Cancel an order that will not be paid, which releases its stock. */
  | { do: "cancel_order"; order_id: string }
  | { do: "cancel_at_gateway" }
  | { do: "abandon" }
  /**
   * Record that the session was deleted. The payment stays payable for a while
   * and is only read.
   */
  | { do: "note_superseded" }
  /** Write a refund due for a paid payment whose order was cancelled. */
  | { do: "refund_remainder"; reason: string }
  | { do: "open_exception"; exception: ExceptionDraft }
  /** A step has not worked and is retried later. */
  | { do: "retry_later"; reason: string }

import type { CollectionMoney } from "./amount-due"
import type { Balance, Captured } from "./deposits"
import type { ExceptionDraft } from "./exceptions"
import type { ChainPolicy } from "./proof"
import type { TransferReason } from "./transfers"

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
  payment:
    | (Captured & {
        canceled: boolean
        /** Authorized or captured, and not refunded, in the cart's currency. */
        held: string
      })
    | null
  /** Null if the collection was deleted. */
  collection: CollectionMoney | null
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
   * Order that the merchant created manually, and that money of the same
   * collection is kept for.
   */
  manual_order: { id: string } | null
  /** Whether the order has items whose stock Medusa manages and did not reserve. */
  lacks_stock: boolean
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
  /** Uses of the deposit that it was paid by. Null until it is paid. */
  money: Balance | null
  /** Whether an exception about that deposit is open. */
  has_open_exception: boolean
  /** Whether an open exception says that its order waits for the merchant. */
  is_refused: boolean
  /** Whether the merchant last resolved an exception about it by a retry. */
  is_retried: boolean
  /**
   * Account that new payments of this rail are started with; null while the
   * rail is not configured.
   */
  current_account: CurrentAccount | null
  /** Whether we have the credentials to read this payment from the gateway. */
  is_readable: boolean
  /** Whether money arrived for it that the gateway has not confirmed. */
  has_seen_money: boolean
  /** Of that, the reasons of open exceptions about exactly what it waits for. */
  exact_transfers: readonly string[]
  /** Whether an order has other money of it, or unconfirmed money is used. */
  has_used_money: boolean
  chain_policy: ChainPolicy
}

/** Next step until Medusa matches the ledger. */
export type SettlementStep =
  /**
   * `is_stuck`: a step is retried after its exception was opened. `has_rest`: the
   * merchant decides about a part of the money, so that its exception stays open.
   */
  | { do: "nothing"; is_stuck?: true; has_rest?: true }
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
  /** Allocate the deposit of a payment that Medusa has captured. */
  | { do: "note_capture" }
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
  /** Compare money that arrived after its price had expired with the price now. */
  | { do: "judge_price" }
  | { do: "cancel_at_gateway" }
  | { do: "abandon" }
  /**
   * Record that the session was deleted. The payment stays payable for a while
   * and is only read.
   */
  | { do: "note_superseded" }
  /** Refund what Medusa has captured for an order that was cancelled. */
  | { do: "refund_capture"; amount: string }
  /** Write a refund due for money of a cancelled order that is not captured. */
  | { do: "refund_remainder" }
  | { do: "open_exception"; exception: ExceptionDraft }
  /** Say whether exactly what it waits for still pays what Medusa asks for. */
  | {
      do: "judge_transfers"
      reason: TransferReason
      details: Pick<ExceptionDraft["details"], "total" | "total_currency">
    }
  /** A step has not worked and is retried later. */
  | { do: "retry_later"; reason: string }

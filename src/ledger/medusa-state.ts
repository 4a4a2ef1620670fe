import type { ExceptionDraft } from "./exceptions"
import type { MerchantResolution } from "./resolutions"

/** Sessions that still wait for money. */
export const WAITING_SESSIONS: readonly string[] = [
  "pending",
  "requires_more",
  "pending_authorization",
]

/** Sessions that came to nothing. */
export const CLOSED_SESSIONS: readonly string[] = ["canceled", "error"]

export type AccountInForce = {
  account: string
  /** `test`, `live`, or what else the gateway calls it; null while it is not known. */
  mode: string | null
}

/** What Medusa's books say of a payment at this moment. Amounts are exact decimals. */
export type MedusaState = {
  session: {
    status: string
    amount: string
    currency: string
    /** Whether Medusa has stored our answer to its start, which overwrites the session. */
    started: boolean
  } | null
  /** Statuses of the collection's other sessions. */
  competing_sessions: readonly string[]
  /** Medusa's payment of that session: it exists once it is authorized. */
  payment: { captured: boolean; canceled: boolean } | null
  /** Null: the collection is gone. */
  collection: {
    amount: string
    currency: string
    /** Medusa's own word: `completed` when all was captured once, `canceled` when it gave it up. */
    status: string
    /** What other payments of the collection authorized or captured and did not refund. */
    covered_by_others: string
    /** What other payments captured and did not refund. */
    captured_by_others: string
    /** What all payments of the collection authorized or captured, refunded or not. */
    taken: string
    /** The same without what was refunded. */
    held: string
  } | null
  cart_id: string | null
  /** The order that is linked to the collection. */
  order: {
    id: string
    canceled: boolean
    /** Placed before what runs now. Medusa links an order before its money is authorized, and takes it back where that fails. */
    standing: boolean
  } | null
  /** Sum of the refunds due of this payment, in its stablecoin. */
  refunds_due: string
  /** What the merchant chose for exceptions about this payment's money, the newest first. */
  resolutions: readonly MerchantResolution[]
  /** The account that payments of this rail are started with now; null while the rail is not configured. */
  account_in_force: AccountInForce | null
  /** Whether we hold the credentials to ask the gateway about this payment. */
  is_readable: boolean
}

/** What is still missing until Medusa matches the ledger. */
export type SettlementStep =
  /** `is_stuck`: something is still missing after an exception was opened: it is retried. */
  | { do: "nothing"; is_stuck?: true }
  /** Authorize, capture and place the order, as far as each is missing. */
  | { do: "process" }
  /** Money whose session is gone gets a new one in its collection, which still waits for just that sum. */
  | { do: "bind_session" }
  /** The session had come to nothing, and now there is money for it after all. */
  | { do: "reopen_session" }
  /** Delete the collection's other sessions: Medusa completes a cart by the first it finds. */
  | { do: "drop_competing_sessions" }
  /** Tell Medusa that the session came to nothing. */
  | { do: "close_session"; status: "canceled" | "error" }
  /** The order stands and will not be paid: free its stock. */
  | { do: "cancel_order"; order_id: string }
  | { do: "cancel_at_gateway" }
  | { do: "abandon" }
  /** Note that the session is gone: the payment stays payable for a while and is only read. */
  | { do: "note_superseded" }
  /** The order is no more: what was paid goes back. */
  | { do: "owe_refund"; reason: string }
  | { do: "open_exception"; exception: ExceptionDraft }
  /** What was done has not worked: to be tried again later. */
  | { do: "retry_later"; reason: string }

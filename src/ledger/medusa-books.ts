import type { ExceptionDraft } from "./exceptions"

/** What Medusa's books say of a payment at this moment. Amounts are exact decimals. */
export type MedusaBooks = {
  session: {
    status: string
    amount: string
    currency: string
    /** Whether Medusa has stored our answer to its start, which overwrites the session. */
    started: boolean
  } | null
  /** Medusa's payment of that session. */
  payment: { captured: boolean; canceled: boolean } | null
  /** Null: the collection is gone. */
  collection: {
    amount: string
    /** What other payments of the collection captured and did not refund. */
    covered_by_others: string
  } | null
  cart_id: string | null
  /** The order that is linked to the collection. */
  order: { id: string; canceled: boolean } | null
  /** Sum of the refunds due of this payment, in its stablecoin. */
  refunds_due: string
  /** Whether we hold the credentials to ask the gateway about this payment. */
  askable: boolean
}

/** What is still missing until Medusa matches the ledger. */
export type SettlementStep =
  | { do: "nothing" }
  /** Authorize, capture and place the order, as far as each is missing. */
  | { do: "process" }
  /** Tell Medusa that the session came to nothing. */
  | { do: "close_session"; status: "canceled" | "error" }
  | { do: "cancel_at_gateway" }
  | { do: "abandon" }
  /** The order is no more: what was paid goes back. */
  | { do: "owe_refund"; reason: string }
  | { do: "open_exception"; exception: ExceptionDraft }
  /** What was done has not worked: to be tried again later. */
  | { do: "retry_later"; reason: string }

import type { LatePrice, PaidDetails, ReturnResult } from "./payment"
import type { ProofDetails, ProofStatus } from "./proof"
import type { Transfer, TransferReason } from "./transfers"

/** Source of a fact. */
export const FACT_SOURCES = [
  "start",
  "webhook",
  "read",
  "chain",
  "return",
  "settle",
  "admin",
] as const
export type FactSource = (typeof FACT_SOURCES)[number]

/** The gateway's response to a creation. */
export type StartedFact = {
  kind: "started"
  gateway_id?: string
  checkout_token: string
  redirect_url: string
  app_url?: string
  intent_url?: string
  mode: string
  destination_address?: string
}

/** The gateway's answer to a creation that it refused. It has no secrets. */
export type Refusal = {
  /** The error's code. */
  reason: string
  /** The HTTP status, if there was an answer. */
  status?: number
  /** The gateway's own sentence, if it gave one. */
  said?: string
  /** The gateway's messages by field, if it named any. */
  fields?: Record<string, string[]>
}

/** The gateway reports that it was paid. Amounts are exact decimals. */
export type PaidFact = PaidDetails & {
  kind: "paid"
  amount: string
  currency: string
  chain?: string
  gateway_id?: string
  paid_at?: string
  /** `test`, `live` or another value of the gateway. */
  mode?: string
}

/** The chain's answer about the transfer that the gateway reported. */
export type ProofFact = {
  kind: "proof"
  status: ProofStatus
  proof: ProofDetails
}

/** The chain shows a transfer that the gateway has not reported. */
export type SeenFact = {
  kind: "seen"
  as: TransferReason
  deposit_id: string
  transfer: Transfer
}

/** Every fact about a payment, from any source. */
export type Fact =
  | StartedFact
  /** The gateway refused the creation, so that nothing exists there. */
  | (Refusal & { kind: "refused" })
  /** The gateway reports its state: `opened` waits for the buyer. */
  | { kind: "opened" | "cancelled" | "failed"; gateway_id?: string }
  | PaidFact
  /** The gateway reports that it was paid, in a form that can't be parsed. */
  | { kind: "unreadable"; problem: string }
  /** The gateway answers 404 for a payment that it created. */
  | { kind: "unknown_at_gateway" }
  /** Its session was deleted: the cart changed, or another payment started. */
  | { kind: "superseded" }
  /** It can't be cancelled any more, and may still receive money. */
  | { kind: "abandoned" }
  /** The buyer returned by the success or the cancel URL. */
  | { kind: "returned"; result: ReturnResult }
  /**
   * Late money was bound to a new session of its collection. Applies only while
   * `from` is the current session, so that two concurrent binds can't both
   * succeed.
   */
  | { kind: "bound"; from: string; to: string }
  /** Its money arrived after its price had expired, and was compared. */
  | { kind: "priced"; late_price: LatePrice }
  /** The merchant takes it at the price that its buyer was shown. */
  | { kind: "price_accepted" }
  | ProofFact
  | SeenFact
  /** The merchant erased its customer. */
  | { kind: "forgotten" }

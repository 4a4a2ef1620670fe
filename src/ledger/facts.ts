import type { PaidDetails } from "./paid-details"
import type { ReturnResult } from "./payment"
import type { ProofDetails, ProofStatus } from "./proof"
import type { SeenTransfer, TransferReason } from "./seen-transfers"

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

/** The gateway reports that the payment exists and waits for the buyer. */
export type OpenedFact = { kind: "opened"; gateway_id?: string }

/** The gateway's answer to a creation that it refused. It has no secrets. */
export type Refusal = {
  /** The error's code. */
  reason: string
  /** Whether it refused the stablecoin or its chain. */
  refuses_pair?: boolean
  /** The HTTP status, if there was an answer. */
  status?: number
  /** The gateway's own sentence, if it gave one. */
  said?: string
  /** The gateway's messages by field, if it named any. */
  fields?: Record<string, string[]>
}

/** The gateway refused the creation, so that nothing exists there. */
export type RefusedFact = Refusal & { kind: "refused" }

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

/** The gateway reports that it was paid, in a form that can't be parsed. */
export type UnreadableFact = { kind: "unreadable"; problem: string }

export type CancelledFact = { kind: "cancelled"; gateway_id?: string }
export type FailedFact = { kind: "failed"; gateway_id?: string }

/** Its session was deleted: the cart changed, or another payment started. */
export type SupersededFact = { kind: "superseded" }

/** It can't be cancelled any more, and may still receive money. */
export type AbandonedFact = { kind: "abandoned" }

/** The buyer returned by the success or the cancel URL. */
export type ReturnedFact = { kind: "returned"; result: ReturnResult }

/**
 * Late money was bound to a new session of its collection. Applies only while
 * `from` is the current session, so that two concurrent binds can't both
 * succeed.
 */
export type BoundFact = { kind: "bound"; from: string; to: string }

/** The gateway answers 404 for a payment that it created. */
export type UnknownAtGatewayFact = { kind: "unknown_at_gateway" }

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
  transfer: SeenTransfer
}

/** The merchant erased its customer. */
export type ForgottenFact = { kind: "forgotten" }

/** Every fact about a payment, from any source. */
export type Fact =
  | StartedFact
  | OpenedFact
  | RefusedFact
  | PaidFact
  | UnreadableFact
  | CancelledFact
  | FailedFact
  | SupersededFact
  | AbandonedFact
  | ReturnedFact
  | BoundFact
  | UnknownAtGatewayFact
  | ProofFact
  | SeenFact
  | ForgottenFact

/**
 * Content of a webhook or a read order, in the shape that the gateway clients
 * return. Declared here so that the ledger has no dependencies.
 */
export type GatewayReport = {
  outcome: "created" | "paid" | "failed" | "cancelled" | "unknown"
  gateway_id?: string
  paid?: Omit<PaidFact, "kind" | "gateway_id">
  malformed?: string
}

/** Converts a report into a fact for the ledger; null if it changes nothing. */
export function factOf(report: GatewayReport): Fact | null {
  const id = report.gateway_id ? { gateway_id: report.gateway_id } : {}
  switch (report.outcome) {
    case "created":
      return { kind: "opened", ...id }
    case "paid":
      return report.paid
        ? { kind: "paid", ...report.paid, ...id }
        : {
            kind: "unreadable",
            problem: report.malformed ?? "The paid event carries no payment.",
          }
    case "failed":
      return { kind: "failed", ...id }
    case "cancelled":
      return { kind: "cancelled", ...id }
    case "unknown":
      return null
  }
}

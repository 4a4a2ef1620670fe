import type { ReturnResult } from "./payment"

/** Who told us. */
export const FACT_SOURCES = [
  "start",
  "webhook",
  "poll",
  "return",
  "settle",
  "admin",
] as const
export type FactSource = (typeof FACT_SOURCES)[number]

/** The gateway's answer to a creation. */
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

/** The gateway says that it exists and waits for the buyer. */
export type OpenedFact = { kind: "opened"; gateway_id?: string }

/** The gateway refused the creation: nothing exists there. */
export type RefusedFact = { kind: "refused"; reason: string }

/** The gateway says that it was paid. Amounts are exact decimals. */
export type PaidFact = {
  kind: "paid"
  amount: string
  currency: string
  chain?: string
  gateway_id?: string
  reference?: string
  net_amount?: string
  tx_hash?: string
  paid_at?: string
  /** `test`, `live`, or what else the gateway calls it. */
  mode?: string
}

/** The gateway says that it was paid, in words that we can't read. */
export type UnreadableFact = { kind: "unreadable"; problem: string }

export type CancelledFact = { kind: "cancelled"; gateway_id?: string }
export type FailedFact = { kind: "failed"; gateway_id?: string }

/** Its session is gone: the cart changed, or another payment was started. */
export type SupersededFact = { kind: "superseded" }

/** Nobody can cancel it any more, and it may still take money. */
export type AbandonedFact = { kind: "abandoned" }

/** The buyer came back by the success or the cancel URL. */
export type ReturnedFact = { kind: "returned"; result: ReturnResult }

/**
 * Late money got a new session in its collection. It takes the place of `from`
 * and of no other, so that two who bind at the same moment can't both.
 */
export type BoundFact = { kind: "bound"; from: string; to: string }

/** The gateway answers 404 for a payment that it once created. */
export type UnknownAtGatewayFact = { kind: "unknown_at_gateway" }

/** The merchant erased its customer. */
export type ForgottenFact = { kind: "forgotten" }

/** All that can be learned about a payment, from whomever. */
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
  | ForgottenFact

/**
 * What a webhook or a read order says, in the shape that the gateway clients
 * give it. Stated here, so that the ledger depends on nobody.
 */
export type GatewayReport = {
  outcome: "created" | "paid" | "failed" | "cancelled" | "unknown"
  gateway_id?: string
  paid?: Omit<PaidFact, "kind" | "gateway_id">
  malformed?: string
}

/** What a report means for the ledger; null: nothing. */
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

import type { PaidDetails } from "../ledger/payment"
import type { Rail } from "../ledger/rails"

/** Money of a paid event. */
export type PaidReport = PaidDetails & {
  /** Exact decimal string with at least two digits. */
  amount: string
  currency: string
  chain?: string
  /** `live`, `test` or another value of the gateway; absent if not given. */
  mode?: string
  /** ISO 8601 with offset, parsable by `Date`. */
  paid_at?: string
}

/** Webhook in a format shared by both rails. */
export type WebhookReport = {
  rail: Rail
  /** Name of the event in the body, which is signed, unlike the header. */
  event: string
  outcome: "created" | "paid" | "failed" | "cancelled" | "unknown"
  /** Our order number from the creation. */
  order_no?: string
  /** The gateway's `transaction_id` or `order_id`. */
  gateway_id?: string
  metadata?: Record<string, unknown>
  /** Present only if the event is paid and its payload is complete. */
  paid?: PaidReport
  /** Why a paid event can't be trusted, in one sentence. */
  malformed?: string
}

/** The part of a webhook that a read order reports, too. */
export type GatewayReport = Pick<
  WebhookReport,
  "outcome" | "gateway_id" | "paid" | "malformed"
>

/**
 * Omits absent fields instead of setting them to undefined, so that reports
 * compare and store alike.
 */
export function dropAbsent<T extends object>(report: T): T {
  const present: Partial<T> = {}
  for (const key of Object.keys(report) as (keyof T)[]) {
    if (report[key] !== undefined) {
      present[key] = report[key]
    }
  }
  return present as T
}

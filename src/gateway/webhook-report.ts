import type { z } from "zod"
import { describeIssues } from "./issues"
import { JsonError, parseJson } from "./json"

/** What a paid event says of the money. */
export type PaidReport = {
  /** Exact decimal string with at least two digits. */
  amount: string
  currency: string
  chain?: string
  /** `live`, `test`, or what else the gateway calls it; absent where it names none. */
  mode?: string
  /** ISO 8601 with offset, a moment that `Date` can read. */
  paid_at?: string
  reference?: string
  /** What the merchant keeps, exact decimal string. Never what is compared. */
  net_amount?: string
  tx_hash?: string
}

/** A webhook in words that both rails share. */
export type WebhookReport = {
  rail: "hosted" | "onchain"
  /** The event's name in the body, which is signed, unlike that in a header. */
  event: string
  outcome: "created" | "paid" | "failed" | "cancelled" | "unknown"
  /** Ours, from the creation. */
  order_no?: string
  /** The gateway's: `transaction_id` or `order_id`. */
  gateway_id?: string
  metadata?: Record<string, unknown>
  /** Present only if the event is paid and its payload is whole. */
  paid?: PaidReport
  /** Why a paid event can't be believed, in one sentence. */
  malformed?: string
}

/** A body that is no webhook at all. The message names the field and quotes nothing. */
export class WebhookBodyError extends Error {
  override readonly name = "WebhookBodyError"
}

/**
 * Parses raw bytes by an envelope's schema.
 *
 * @throws WebhookBodyError
 */
export function parseEnvelope<T>(raw: Uint8Array, schema: z.ZodType<T>): T {
  let body: unknown
  try {
    body = parseJson(raw)
  } catch (error) {
    throw error instanceof JsonError
      ? new WebhookBodyError(`The webhook's body ${error.message}.`)
      : error
  }
  const envelope = schema.safeParse(body)
  if (!envelope.success) {
    throw new WebhookBodyError(
      `The webhook's body is not of the envelope's shape: ${describeIssues(envelope.error)}.`
    )
  }
  return envelope.data
}

/** Absent fields are left out rather than undefined, so that reports compare and store alike. */
export function dropAbsent<T extends object>(report: T): T {
  return Object.fromEntries(
    Object.entries(report).filter(([, value]) => value !== undefined)
  ) as T
}

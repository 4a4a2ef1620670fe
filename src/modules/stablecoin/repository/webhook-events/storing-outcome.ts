import type { StoredWebhookEvent } from "./webhook-events"

/**
 * The statement succeeded without this webhook, because another process has its
 * row in hand. It can be stored later.
 */
export class NotStoredError extends Error {
  override readonly name = "NotStoredError"
}

/** The stored webhook event, or why it was not stored. */
export type Outcome = PromiseSettledResult<StoredWebhookEvent>

export function fulfilled(value: StoredWebhookEvent): Outcome {
  return { status: "fulfilled", value }
}

/** Marks a repeated body of the same batch as not new. */
export function asRepeated(outcome: Outcome): Outcome {
  return outcome.status === "fulfilled"
    ? fulfilled({ ...outcome.value, is_new: false })
    : outcome
}

export function rejected(reason: unknown): Outcome {
  return { status: "rejected", reason }
}

export function notStored(): NotStoredError {
  return new NotStoredError("The webhook was not stored.")
}

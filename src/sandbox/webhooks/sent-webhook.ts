import type { ApiName } from "../accounts"

export type WebhookAttempt = {
  at: string
  /** HTTP status of the receiver's answer, null if there was none. */
  status: number | null
  /** Why there was no answer, such as "ECONNREFUSED". */
  error: string | null
  /** The beginning of the answer's body. */
  answer: string | null
  durationMs: number
}

/** One webhook on its way to one URL. */
export type SentWebhook = {
  id: string
  api: ApiName
  event: string
  url: string
  /** The transaction or order that it tells of. */
  subject: string
  /** As of the last attempt. */
  headers: Record<string, string>
  /** The raw body, byte for byte as signed. */
  body: string
  state: "queued" | "delivered" | "failed" | "dropped"
  /** HTTP status of the last answer. */
  status: number | null
  fault: string | null
  attempts: WebhookAttempt[]
  createdAt: string
  /** The webhook that this one repeats. */
  resendOf: string | null
}

/** What is needed to send a webhook. The secret is read at each attempt, since it may have been rotated. */
export type Outgoing = Pick<
  SentWebhook,
  "api" | "event" | "url" | "subject" | "body"
> & {
  resendOf?: string
  secret: () => string
}

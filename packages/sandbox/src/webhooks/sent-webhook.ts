import type { ApiName } from "../accounts"

export type WebhookAttempt = {
  at: string
  /** HTTP status of the receiver's response, null without one. */
  status: number | null
  /** Why the response is missing, such as "ECONNREFUSED". */
  error: string | null
  /** The beginning of the response body. */
  answer: string | null
  durationMs: number
}

/** One webhook to one URL. */
export type SentWebhook = {
  id: string
  api: ApiName
  event: string
  url: string
  /** The transaction or order that it reports. */
  subject: string
  /** Headers of the last attempt. */
  headers: Record<string, string>
  /** The raw body, byte for byte as signed. */
  body: string
  state: "queued" | "accepted" | "failed" | "dropped"
  /** HTTP status of the last response. */
  status: number | null
  fault: string | null
  attempts: WebhookAttempt[]
  createdAt: string
  /** The webhook that this one repeats. */
  resendOf: string | null
}

/**
 * Everything needed to send a webhook. The secret is read at each attempt,
 * since it may have been rotated.
 */
export type Outgoing = Pick<
  SentWebhook,
  "api" | "event" | "url" | "subject" | "body"
> & {
  resendOf?: string
  secret: () => string
}

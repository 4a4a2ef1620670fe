import type { Rail } from "../ledger/rails"

export type AdminWebhookEvent = {
  id: string
  rail: Rail
  event: string
  payment_id: string | null
  status: "received" | "processed" | "ignored" | "failed" | "dead"
  attempts: number
  next_attempt_at: string | null
  error: string | null
  created_at: string
  updated_at: string
}

/**
 * `GET /admin/stablecoin/webhooks/:id`. `body` is the signed text, null once
 * erased.
 */
export type AdminWebhookEventResponse = {
  webhook: AdminWebhookEvent & { digest: string; body: string | null }
}

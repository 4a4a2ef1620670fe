export const WEBHOOK_EVENT_STATUSES = [
  "received",
  "processed",
  "ignored",
  "failed",
  "dead",
] as const
export type WebhookEventStatus = (typeof WEBHOOK_EVENT_STATUSES)[number]

/** `void`: Medusa rolled its refund back before anything was sent. */
export const REFUND_STATUSES = ["due", "sent", "void"] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * `ready`: webhooks go into the database. `spooling`: the database is away or
 * takes no webhook, and they wait on the receiver's disk. `full`: they are
 * refused.
 */
export type ReceiverStatus = "ready" | "spooling" | "full"

/**
 * `GET /hooks/stablecoin/health`: whether webhooks are received by the receiver
 * or by the store. 503 while the receiver refuses them.
 */
export type WebhookReceiverResponse =
  { receiver: false } | { receiver: true; status: ReceiverStatus }

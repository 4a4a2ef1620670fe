import type StablecoinWebhookEvent from "../modules/stablecoin/models/webhook-event"
import type { Row } from "./lists"

type Stored = Omit<
  Row<typeof StablecoinWebhookEvent>,
  "signed_for" | "signature" | "reports_money"
>
export type AdminWebhookEvent = Omit<Stored, "digest" | "body">

/**
 * `GET /admin/stablecoin/webhooks/:id`. `body` is the signed text, null once
 * erased.
 */
export type AdminWebhookEventResponse = {
  webhook: Stored
}

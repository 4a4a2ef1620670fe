import type {
  AdminWebhookEvent,
  AdminWebhookEventResponse,
} from "../../../../http-types"
import { fieldsOf } from "../fields-of"
import type { Rows } from "../rows"

export const webhooks: Rows<AdminWebhookEvent> = {
  entity: "stablecoin_webhook_event",
  one: "webhook",
  list: (repository, request) => repository.webhookEvents.list(request),
}

type WholeWebhookEvent = AdminWebhookEventResponse["webhook"]

export const wholeWebhookEvents: Rows<WholeWebhookEvent> = {
  ...webhooks,
  row: undefined,
}

export const webhookEventListFields = fieldsOf<AdminWebhookEvent>()([
  "id",
  "rail",
  "event",
  "payment_id",
  "status",
  "attempts",
  "next_attempt_at",
  "error",
  "created_at",
  "updated_at",
])

/**
 * Adds the received body, as the text that was signed. It contains no secret.
 */
export const webhookEventFields = [
  ...webhookEventListFields,
  ...fieldsOf<Omit<WholeWebhookEvent, keyof AdminWebhookEvent>>()([
    "digest",
    "body",
  ]),
]

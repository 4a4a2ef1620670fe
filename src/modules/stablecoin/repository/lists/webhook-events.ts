import type {
  AdminWebhookEvent,
  AdminWebhookEventResponse,
} from "../../../../http-types"
import { RAILS } from "../../../../ledger"
import { WEBHOOK_EVENT_STATUSES } from "../statuses"
import { TABLE } from "../tables"
import type { List } from "./list"
import { ofNamedPayment } from "./search"

/** An event's name, such as `payment.failed`. */
const EVENT = /^[a-z_]+(\.[a-z_]+)+$/

/** Only a single row has the received body, as the text that was signed. */
export const WEBHOOK_EVENTS: List<
  AdminWebhookEvent,
  AdminWebhookEventResponse["webhook"]
> = {
  one: "webhook",
  many: "webhooks",
  table: TABLE.webhookEvent,
  fields: {
    id: true,
    rail: true,
    event: true,
    payment_id: true,
    status: true,
    attempts: true,
    next_attempt_at: true,
    error: true,
    created_at: true,
    updated_at: true,
  },
  details: { digest: true, body: true },
  filters: {
    payment_id: {},
    status: { values: WEBHOOK_EVENT_STATUSES },
    rail: { values: RAILS },
    event: {},
  },
  search: (text) =>
    EVENT.test(text)
      ? "webhook.event = :q"
      : `webhook.id = :q OR ${ofNamedPayment("webhook")}`,
}

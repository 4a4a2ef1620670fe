import { Aggregate } from "../aggregate"
import { listWebhookEvents } from "../lists/list-webhook-events"
import { finishWebhookEvents } from "./finish-webhook-events"
import { insertWebhookEvents } from "./insert-webhook-events"
import {
  purgeForeignWebhookEvents,
  purgeWebhookEvents,
} from "./purge-webhook-events"
import { secondsSinceWebhook } from "./seconds-since-webhook"
import {
  claimDueWebhookEvents,
  failWebhookEvent,
  releaseWebhookEvents,
  reopenWebhookEvent,
} from "./webhook-event-retries"
import {
  findWebhookEvent,
  findWebhookEvents,
  finishWebhookEvent,
} from "./webhook-events"

/** Webhook events, from receipt to purge. */
export class WebhookEventRepository extends Aggregate {
  readonly insert = this.bind(insertWebhookEvents)
  readonly find = this.bind(findWebhookEvent)
  readonly findAll = this.bind(findWebhookEvents)
  readonly list = this.bind(listWebhookEvents)
  readonly finish = this.bind(finishWebhookEvent)
  readonly finishAll = this.bind(finishWebhookEvents)
  readonly fail = this.bind(failWebhookEvent)
  readonly claimDue = this.bind(claimDueWebhookEvents)
  readonly release = this.bind(releaseWebhookEvents)
  readonly reopen = this.bind(reopenWebhookEvent)
  readonly secondsSince = this.bind(secondsSinceWebhook)
  readonly purge = this.bind(purgeWebhookEvents)
  readonly purgeForeign = this.bind(purgeForeignWebhookEvents)
}

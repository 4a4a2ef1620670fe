import { Aggregate } from "../aggregate"
import { noteWebhook, readWebhookStates, watchWebhooks } from "./webhook-state"

/** When each rail last received or rejected a webhook. */
export class WebhookStateRepository extends Aggregate {
  readonly watch = this.bind(watchWebhooks)
  readonly note = this.bind(noteWebhook)
  readonly read = this.bind(readWebhookStates)
}

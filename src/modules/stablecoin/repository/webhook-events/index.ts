export { finishWebhookEvents as finishAll } from "./finish-webhook-events"
export { insertWebhookEvents as insert } from "./insert-webhook-events"
export {
  purgeWebhookEvents as purge,
  purgeForeignWebhookEvents as purgeForeign,
} from "./purge-webhook-events"
export { secondsSinceWebhook as secondsSince } from "./seconds-since-webhook"
export {
  failWebhookEvent as fail,
  claimDueWebhookEvents as claimDue,
  releaseWebhookEvents as release,
  reopenWebhookEvent as reopen,
} from "./webhook-event-retries"
export {
  findWebhookEvent as find,
  findWebhookEvents as findAll,
  finishWebhookEvent as finish,
} from "./webhook-events"

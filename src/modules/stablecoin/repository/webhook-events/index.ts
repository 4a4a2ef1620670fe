export { insertWebhookEvents as insert } from "./insert-webhook-events"
export {
  purgeWebhookEvents as purge,
  purgeForeignWebhookEvents as purgeForeign,
} from "./purge-webhook-events"
export {
  keepUnverifiedWebhook as keepUnverified,
  retryUnverifiedWebhooks as retryUnverified,
} from "./unverified-webhook-events"
export {
  failWebhookEvent as fail,
  claimDueWebhookEvents as claimDue,
  listGivenUp,
  reopenWebhookEvent as reopen,
} from "./webhook-event-retries"
export {
  findWebhookEvent as find,
  finishWebhookEvents as finish,
} from "./webhook-events"

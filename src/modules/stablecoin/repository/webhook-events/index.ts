export {
  purgeWebhookEvents as purge,
  purgeForeignWebhookEvents as purgeForeign,
} from "./purge-webhook-events"
export { reopenWebhookEvent as reopen } from "./reopen-webhook-event"
export {
  keepUnverifiedWebhook as keepUnverified,
  retryUnverifiedWebhooks as retryUnverified,
} from "./unverified-webhook-events"
export {
  failWebhookEvent as fail,
  claimDueWebhookEvents as claimDue,
  findWebhookEvent as find,
  finishWebhookEvents as finish,
} from "./webhook-events"

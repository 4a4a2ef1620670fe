export {
  watchWebhooks as watch,
  noteWebhook as note,
  readWebhookStates as read,
} from "./webhook-state"

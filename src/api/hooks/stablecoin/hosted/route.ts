import { receiveWebhook } from "../receive-webhook"

/** Where `interceptWebhook` stands before the routes, it has taken the webhook already. */
export const POST = receiveWebhook("hosted")

import { receiveWebhook } from "../receive-webhook"

/**
 * Fallback: `interceptWebhook` receives the webhook where it runs before the
 * routes.
 */
export const POST = receiveWebhook("hosted")

import { receiveWebhook } from "../receive-webhook"

export const POST = receiveWebhook("hosted")

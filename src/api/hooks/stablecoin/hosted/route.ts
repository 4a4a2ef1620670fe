import { webhookRoute } from "../store-webhook"

export const POST = webhookRoute("hosted")

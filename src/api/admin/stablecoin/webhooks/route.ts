import type { AdminWebhookEventsResponse } from "../../../../http-types"
import { listRows } from "../rows"
import { webhooks } from "./query-config"

export const GET = listRows(
  webhooks,
  (page, rows) =>
    ({ ...page, webhooks: rows }) satisfies AdminWebhookEventsResponse
)

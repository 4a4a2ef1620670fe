import type { AdminWebhookEventResponse } from "../../../../../http-types"
import { retrieveRow } from "../../rows"
import { wholeWebhookEvents } from "../query-config"

export const GET = retrieveRow(
  wholeWebhookEvents,
  (webhook) => ({ webhook }) satisfies AdminWebhookEventResponse
)

import { webhooks } from "../../resources"
import { retrieveRow } from "../../rows"

export const GET = retrieveRow(webhooks)

import { WEBHOOK_EVENTS } from "../../../../modules/stablecoin/service"
import { listRows } from "../rows"

export const GET = listRows(WEBHOOK_EVENTS)

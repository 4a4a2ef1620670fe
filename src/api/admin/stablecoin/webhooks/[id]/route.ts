import { WEBHOOK_EVENTS } from "../../../../../modules/stablecoin/service"
import { retrieveRow } from "../../rows"

export const GET = retrieveRow(WEBHOOK_EVENTS)

import { retrieveRow } from "../../rows"
import { deliveries } from "../query-config"

export const GET = retrieveRow(deliveries)

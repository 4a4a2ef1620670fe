import { listRows } from "../rows"
import { deliveries } from "./query-config"

export const GET = listRows(deliveries)

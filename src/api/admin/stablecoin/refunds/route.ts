import { listRows } from "../rows"
import { refunds } from "./query-config"

export const GET = listRows(refunds)

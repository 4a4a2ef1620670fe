import { listRows } from "../rows"
import { paymentFilters } from "./filters"
import { payments } from "./query-config"

export const GET = listRows(payments, paymentFilters)

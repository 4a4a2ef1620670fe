import type { AdminPaymentsResponse } from "../../../../http-types"
import { listRows } from "../rows"
import { payments } from "./query-config"

export const GET = listRows(
  payments,
  (page, rows) => ({ ...page, payments: rows }) satisfies AdminPaymentsResponse
)

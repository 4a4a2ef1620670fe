import type { AdminRefundsResponse } from "../../../../http-types"
import { listRows } from "../rows"
import { refunds } from "./query-config"

export const GET = listRows(
  refunds,
  (page, rows) => ({ ...page, refunds: rows }) satisfies AdminRefundsResponse
)

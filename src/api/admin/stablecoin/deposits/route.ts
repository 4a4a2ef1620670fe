import type { AdminDepositsResponse } from "../../../../http-types"
import { listRows } from "../rows"
import { deposits } from "./query-config"

export const GET = listRows(
  deposits,
  (page, rows) => ({ ...page, deposits: rows }) satisfies AdminDepositsResponse
)

import type { AdminExceptionsResponse } from "../../../../http-types"
import { listRows } from "../rows"
import { exceptions } from "./query-config"

export const GET = listRows(
  exceptions,
  (page, rows) =>
    ({ ...page, exceptions: rows }) satisfies AdminExceptionsResponse
)

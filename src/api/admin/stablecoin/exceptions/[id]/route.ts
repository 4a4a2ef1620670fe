import type { AdminExceptionResponse } from "../../../../../http-types"
import { retrieveRow } from "../../rows"
import { exceptions } from "../query-config"

export const GET = retrieveRow(
  exceptions,
  (exception) => ({ exception }) satisfies AdminExceptionResponse
)

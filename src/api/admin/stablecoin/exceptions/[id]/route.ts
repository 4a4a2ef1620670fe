import type { AdminExceptionResponse } from "../../../../../http-types"
import { retrieveRow } from "../../rows"
import { exceptionDetail } from "../query-config"

export const GET = retrieveRow(
  exceptionDetail,
  (exception) => ({ exception }) satisfies AdminExceptionResponse
)

import type { AdminDepositResponse } from "../../../../../http-types"
import { retrieveRow } from "../../rows"
import { deposits } from "../query-config"

export const GET = retrieveRow(
  deposits,
  (deposit) => ({ deposit }) satisfies AdminDepositResponse
)

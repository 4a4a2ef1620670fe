import type { AdminDeliveriesResponse } from "../../../../http-types"
import { listRows } from "../rows"
import { deliveries } from "./query-config"

export const GET = listRows(
  deliveries,
  (page, rows) =>
    ({ ...page, deliveries: rows }) satisfies AdminDeliveriesResponse
)

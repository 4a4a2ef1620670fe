import type { AdminDeliveryResponse } from "../../../../../http-types"
import { retrieveRow } from "../../rows"
import { wholeDeliveries } from "../query-config"

export const GET = retrieveRow(
  wholeDeliveries,
  (delivery) => ({ delivery }) satisfies AdminDeliveryResponse
)

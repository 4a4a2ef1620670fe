import { exportRows } from "../../export"
import { toPaymentsRequest } from "../query-config"
import { paymentColumns } from "./columns"

export const GET = exportRows({
  name: "stablecoin-payments",
  columns: paymentColumns,
  start: (exports, request) => exports.payments(toPaymentsRequest(request)),
})

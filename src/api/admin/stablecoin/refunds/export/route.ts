import { exportRows } from "../../export"
import { refundColumns } from "./columns"

export const GET = exportRows({
  name: "stablecoin-refunds",
  columns: refundColumns,
  start: (exports, request) => exports.refunds(request),
})

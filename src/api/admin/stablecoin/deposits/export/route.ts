import { exportRows } from "../../export"
import { depositColumns } from "./columns"

export const GET = exportRows({
  name: "stablecoin-deposits",
  columns: depositColumns,
  start: (exports, request) => exports.deposits(request),
})

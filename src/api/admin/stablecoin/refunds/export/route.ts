import { REFUNDS } from "../../../../../modules/stablecoin/service"
import { exportRows } from "../../export"

export const GET = exportRows(REFUNDS)

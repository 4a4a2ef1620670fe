import { PAYMENTS } from "../../../../../modules/stablecoin/service"
import { exportRows } from "../../export"

export const GET = exportRows(PAYMENTS)

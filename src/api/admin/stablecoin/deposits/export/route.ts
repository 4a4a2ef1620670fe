import { DEPOSITS } from "../../../../../modules/stablecoin/service"
import { exportRows } from "../../export"

export const GET = exportRows(DEPOSITS)

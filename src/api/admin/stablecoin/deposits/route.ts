import { DEPOSITS } from "../../../../modules/stablecoin/service"
import { listRows } from "../rows"

export const GET = listRows(DEPOSITS)

import { DEPOSITS } from "../../../../../modules/stablecoin/service"
import { retrieveRow } from "../../rows"

export const GET = retrieveRow(DEPOSITS)

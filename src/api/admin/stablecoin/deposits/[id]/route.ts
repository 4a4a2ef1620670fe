import { deposits } from "../../resources"
import { retrieveRow } from "../../rows"

export const GET = retrieveRow(deposits)

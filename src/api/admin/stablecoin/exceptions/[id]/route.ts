import { retrieveRow } from "../../rows"
import { exceptions } from "../query-config"

export const GET = retrieveRow(exceptions)

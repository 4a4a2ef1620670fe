import { exceptions } from "../../resources"
import { retrieveRow } from "../../rows"

export const GET = retrieveRow(exceptions)

import { listRows } from "../rows"
import { exceptions } from "./query-config"

export const GET = listRows(exceptions)

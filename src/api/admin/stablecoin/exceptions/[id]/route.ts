import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminExceptionResponse } from "../../../../../http-types"
import { readException } from "../../details"

export async function GET(
  { scope, params }: MedusaRequest,
  res: MedusaResponse<AdminExceptionResponse>
): Promise<void> {
  res.json({ exception: await readException(scope, params.id) })
}

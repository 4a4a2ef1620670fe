import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminFact, AdminPaymentResponse } from "../../../../../http-types"
import { readRow } from "../../rows"
import { factFields, paymentDetails } from "../query-config"

/**
 * Returns a payment and its timeline: each fact that changed it or opened an
 * exception, oldest first.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { id } = req.params
  const { fields } = req.queryConfig
  const payment = await readRow(req, paymentDetails, id, fields)
  const { data } = await req.scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "stablecoin_fact",
      fields: factFields,
      filters: { payment_id: id },
      pagination: { order: { created_at: "ASC", id: "ASC" } },
    })
  const facts = data as AdminFact[]
  res.json({ payment, facts } satisfies AdminPaymentResponse)
}

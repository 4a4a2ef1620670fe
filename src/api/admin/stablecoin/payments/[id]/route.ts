import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readRow } from "../../rows"
import { factFields, payments } from "../query-config"

/** Answers with a payment and its timeline: each fact that changed something or raised a question, the oldest first. */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { id } = req.params
  const payment = await readRow(req, payments, id, req.queryConfig.fields)
  const { data: facts } = await req.scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "stablecoin_fact",
      fields: factFields,
      filters: { payment_id: id },
      pagination: { order: { created_at: "ASC", id: "ASC" } },
    })
  res.json({ payment, facts })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminFact, AdminPaymentResponse } from "../../../../../http-types"
import { readRow } from "../../rows"
import { coinsOf } from "../received-money"
import { proofOf, transferOf } from "../proof"
import { factFields, paymentDetails } from "../query-config"

type FactRow = Omit<AdminFact, "money" | "proof" | "transfer"> & {
  details: Record<string, unknown> | null
}

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
      fields: [...factFields, "details"],
      filters: { payment_id: id },
      pagination: { order: { created_at: "ASC", id: "ASC" } },
    })
  const facts = (data as FactRow[]).map(({ details, ...fact }): AdminFact => ({
    ...fact,
    money: fact.kind === "paid" ? coinsOf(details) : null,
    proof: fact.kind === "proof" ? proofOf(details) : null,
    transfer: fact.kind === "seen" ? transferOf(details) : null,
  }))
  res.json({ payment, facts } satisfies AdminPaymentResponse)
}

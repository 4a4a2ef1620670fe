import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminFact, AdminPaymentResponse } from "../../../../../http-types"
import type { Refusal } from "../../../../../ledger"
import { payments } from "../../resources"
import { readDetail } from "../../rows"
import { coinsOf, proofOf, transferOf } from "../details"

/** Excludes `details`, of which responses contain only parts. */
const FACT_FIELDS = [
  "id",
  "kind",
  "source",
  "status_before",
  "status_after",
  "webhook_event_id",
  "created_at",
] satisfies (keyof FactRow)[]

type FactRow = Omit<AdminFact, "money" | "proof" | "refusal" | "transfer"> & {
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
  const payment = await readDetail(req, payments, id, fields)
  const { data } = await req.scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "stablecoin_fact",
      fields: [...FACT_FIELDS, "details"],
      filters: { payment_id: id },
      pagination: { order: { created_at: "ASC", id: "ASC" } },
    })
  const facts = (data as FactRow[]).map(({ details, ...fact }): AdminFact => ({
    ...fact,
    money: fact.kind === "paid" ? coinsOf(details) : null,
    proof: fact.kind === "proof" ? proofOf(details) : null,
    refusal: fact.kind === "refused" ? (details as Refusal | null) : null,
    transfer: fact.kind === "seen" ? transferOf(details) : null,
  }))
  res.json({ payment, facts } satisfies AdminPaymentResponse)
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type {
  AdminCoins,
  AdminFact,
  AdminPaymentResponse,
} from "../../../../../http-types"
import type { ProofFact, Refusal } from "../../../../../ledger"
import { readPayment } from "../../details"

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

type Details = Pick<AdminFact, "money" | "proof" | "refusal" | "transfer">

type Transfer = NonNullable<AdminFact["transfer"]>
type Seen = Pick<Transfer, "as"> & { transfer: Omit<Transfer, "as"> }

type FactRow = Omit<AdminFact, keyof Details> & { details: object | null }

/**
 * Returns a payment and its timeline: each fact that changed it or opened an
 * exception, oldest first.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { id } = req.params
  const payment = await readPayment(req.scope, id)
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
    money: null,
    proof: null,
    refusal: null,
    transfer: null,
    ...(details && shownOf(fact.kind, details)),
  }))
  res.json({ payment, facts } satisfies AdminPaymentResponse)
}

/** The part of a fact's details that responses contain, by its kind. */
function shownOf(kind: string, details: object): Partial<Details> {
  switch (kind) {
    case "paid": {
      const { amount, currency, chain } = details as AdminCoins
      return { money: { amount, currency, chain: chain ?? null } }
    }
    case "proof": {
      const { status, proof } = details as ProofFact
      return { proof: { status, ...proof } }
    }
    case "refused":
      return { refusal: details as Refusal }
    case "seen": {
      const { as, transfer } = details as Seen
      return { transfer: { as, ...transfer } }
    }
    default:
      return {}
  }
}

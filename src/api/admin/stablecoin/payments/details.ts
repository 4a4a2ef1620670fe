import type { MedusaContainer } from "@medusajs/framework/types"
import type {
  AdminCoins,
  AdminPaymentDetail,
  AdminProofFact,
  AdminSeenTransfer,
} from "../../../../http-types"
import {
  EXCEPTION_KINDS,
  isAboutHeldMoney,
  type Payment,
  type ProofFact,
  RAIL_TRAITS,
  type TransferReason,
} from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { EXCEPTIONS } from "../../../../modules/stablecoin/service"
import { readNewest } from "../rows"

/** How the chain of a payment is used. */
export async function proofModeOf(
  scope: MedusaContainer,
  payment: Pick<Payment, "status" | "rail" | "chain">
): Promise<AdminPaymentDetail["proof_mode"]> {
  const { chainPolicies } = scope.resolve(STABLECOIN_MODULE)
  const { proof, has_endpoint } = await chainPolicies.policyOf(payment)
  const { status, rail } = payment
  const isUnread =
    !has_endpoint && status === "paid" && RAIL_TRAITS[rail].hasChain
  return isUnread && (await chainPolicies.chains()).length
    ? "no_endpoint"
    : proof
}

/** Whether an open exception is about money for a payment. */
export async function isUnderReview(
  scope: MedusaContainer,
  { id, status }: Pick<Payment, "id" | "status">
): Promise<boolean> {
  const where = { payment_id: [id], status: ["open"], kind: EXCEPTION_KINDS }
  const open = await readNewest(scope, EXCEPTIONS, where)
  return open.some((exception) => isAboutHeldMoney(exception, { status }))
}

/** Details of a fact, which are stored as JSON. */
type Details = Record<string, unknown> | null

/** The chain's answer that the details of a `proof` fact contain. */
export function proofOf(details: Details): AdminProofFact | null {
  const { status, proof } = (details ?? {}) as Partial<ProofFact>
  return status && proof ? { status, ...proof } : null
}

/** The transfer that the details of a `seen` fact contain. */
export function transferOf(details: Details): AdminSeenTransfer | null {
  const { as, transfer } = (details ?? {}) as {
    as?: TransferReason
    transfer?: Omit<AdminSeenTransfer, "as">
  }
  return as && transfer ? { as, ...transfer } : null
}

/** Money that details of a fact name, or null. */
export function coinsOf(details: Details): AdminCoins | null {
  const { amount, currency, chain } = details ?? {}
  return typeof amount === "string" && typeof currency === "string"
    ? { amount, currency, chain: typeof chain === "string" ? chain : null }
    : null
}

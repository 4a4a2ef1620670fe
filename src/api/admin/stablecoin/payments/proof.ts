import type { MedusaContainer } from "@medusajs/framework/types"
import type {
  AdminPaymentDetail,
  AdminProofFact,
  AdminSeenTransfer,
} from "../../../../http-types"
import {
  type Payment,
  type ProofFact,
  RAIL_TRAITS,
  type TransferReason,
} from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type { HeldPayment } from "../../../../modules/stablecoin/types"
import type { MadeField } from "../rows"

type PaidOn = Pick<Payment, "status" | "rail" | "chain">

/** How the chain of each payment is used. */
export const proofMode: MadeField = {
  from: ["status", "rail", "chain"],
  make: async (scope, rows) =>
    await Promise.all(rows.map((row) => modeOf(scope, row as PaidOn))),
}

/** Whether each payment may not be captured until its transfer is proven. */
export const isHeldForProof: MadeField = {
  from: ["status", "rail", "chain", "proof_status"],
  make: async (scope, rows) => {
    const { chainPolicies } = scope.resolve(STABLECOIN_MODULE)
    return await Promise.all(
      rows.map(async (row) => await chainPolicies.isHeld(row as HeldPayment))
    )
  },
}

async function modeOf(
  scope: MedusaContainer,
  payment: PaidOn
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

import type { ExceptionDraft } from "./exceptions"
import type { ProofFact } from "./facts"
import { fromMinorUnits, toMinorUnits } from "./money"
import type { Payment } from "./payment"
import {
  doubtOf,
  isNotShown,
  type ProofFields,
  proofPatch,
  proveAgainAt,
} from "./proof"

/**
 * Returns the refund due for a refund of `cartAmount`, in the payment's
 * stablecoin. Returns null if it exceeds what is left of the payment. One cart
 * unit is one coin, as at the start, rounded half up. Partial refunds may each
 * round up by a hundredth. The last one is then reduced to what is left, so
 * that the sum never exceeds what was paid.
 *
 * @param left what may be refunded after earlier refunds, a decimal string
 * @param earlier number of earlier refunds
 */
export function refundDueFor(
  left: string,
  cartAmount: string,
  earlier: number
): string | null {
  const wanted = toMinorUnits(cartAmount)
  const most = toMinorUnits(left)
  if (wanted <= 0n || most <= 0n || wanted > most + BigInt(earlier)) {
    return null
  }
  return fromMinorUnits(wanted < most ? wanted : most)
}

/** Exception about a Medusa refund that exceeds what is left of its payment. */
export function refusedRefund(
  payment: Payment,
  refund: { medusa_refund_id: string; cart_amount: string },
  left: string
): ExceptionDraft {
  const { status, currency, chain, order_id } = payment
  return {
    kind: "refund_problem",
    reason: "refused",
    key: `${refund.medusa_refund_id}:refund_problem.refused`,
    deposit_id: payment.deposit_id,
    details: {
      medusa_refund_id: refund.medusa_refund_id,
      status,
      cart_amount: refund.cart_amount,
      cart_currency: payment.cart_currency,
      left,
      currency,
      chain,
      order_id,
    },
  }
}

/** A refund whose transfer its chain may show. */
export type ProvableRefund = Pick<ProofFields, "proof_status" | "proof"> & {
  id: string
  order_id: string | null
  chain: string | null
  status: string
  tx_hash: string | null
}

/**
 * Applies the chain's answer about the transfer by which a refund was sent.
 * The refund stays sent: the merchant may have used another network, and knows
 * better.
 */
export function provedRefund(
  refund: ProvableRefund,
  { status, proof }: Pick<ProofFact, "status" | "proof">,
  at: Date
): { patch: Partial<ProofFields>; exception: ExceptionDraft | null } {
  const news = proofPatch(refund, { status, proof }, at)
  const patch = news ?? {
    prove_at: refund.proof && proveAgainAt(status, refund.proof, at),
  }
  const doubt = doubtOf({ ...refund, ...news }, at)
  const { id: refund_id, order_id, chain, tx_hash } = refund
  return {
    patch,
    exception: doubt && {
      kind: "refund_problem",
      reason: "contradicted",
      key: `${refund_id}:${tx_hash}:refund_problem.contradicted:${doubt}`,
      details: { refund_id, order_id, chain, tx_hash },
    },
  }
}

/**
 * Whether the merchant may enter another transfer for a sent refund: the chain
 * does not show the one that was entered.
 */
export function isCorrectable({
  status,
  proof_status,
}: Pick<ProvableRefund, "status" | "proof_status">): boolean {
  return status === "sent" && isNotShown({ proof_status })
}

import {
  type ExceptionDraft,
  type ExceptionProblem,
  nameOf,
} from "./exceptions"
import type { Payment } from "./payment"

/** Result of applying a fact to a payment. */
export type Transition = {
  /** Fields that change; empty if the fact adds nothing. */
  patch: Partial<Payment>
  exceptions: ExceptionDraft[]
}

/** Changes fields, and opens no exception. */
export function change(patch: Partial<Payment>): Transition {
  return { patch, exceptions: [] }
}

export const NOTHING = change({})

/** Changes nothing and opens one exception. */
export function exception(
  payment: Payment,
  problem: ExceptionProblem,
  detail: string,
  details: Record<string, string | null>,
  deposit_id: string | null = null
): Transition {
  const key = [payment.id, nameOf(problem), detail].join(":")
  return {
    patch: {},
    exceptions: [{ ...problem, key, details, deposit_id }],
  }
}

/**
 * Reports another gateway id under our order number: money of another payment,
 * or a second creation.
 */
export function foreignId(
  payment: Payment,
  id: string | undefined
): Transition | null {
  const known = payment.gateway_id
  return id && known && id.toLowerCase() !== known.toLowerCase()
    ? exception(
        payment,
        { kind: "deposit_mismatch", reason: "gateway_id" },
        id,
        { gateway_id: id, expected: known }
      )
    : null
}

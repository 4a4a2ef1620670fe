import {
  DIFFERENT,
  type ExceptionDraft,
  type ExceptionProblem,
  nameOf,
} from "./exceptions"
import type { PaidFact } from "./facts"
import { isOtherMode } from "./match-report"
import { isMoreThan, isSameAmount } from "./money"
import { PAID_DETAILS, type PaidDetailColumns, type Payment } from "./payment"
import { isUnproven } from "./proof"
import { RAIL_TRAITS } from "./rails"

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

/** State outside the payment's row. */
export type Known = {
  /** The deposit that the fact reports. */
  deposit_id?: string | null
  /**
   * Another payment that the fact's transfer belongs to, whose id is null if it
   * is not stored.
   */
  transfer_of?: { payment_id: string | null } | null
  /** Whether nothing was allocated of the deposit that made it paid. */
  is_unused?: boolean
  /** Whether the deposit that made it paid has replaced the fact's transfer. */
  is_replaced?: boolean
  /** Whether the merchant had sent the reported money back before. */
  is_returned?: boolean
  /** Whether it is the payment's own, as its chain shows it. */
  is_shown?: boolean
}

/**
 * Applies a paid fact. A fact that matches the ledger makes the payment paid,
 * or fills in fields that a paid payment lacks. Any other fact changes nothing
 * and opens an exception.
 */
export function paid(
  payment: Payment,
  fact: PaidFact,
  at: Date,
  { deposit_id = null, transfer_of, ...known }: Known
): Transition {
  if (known.is_replaced) {
    return NOTHING
  }
  const details = {
    amount: fact.amount,
    currency: fact.currency,
    chain: fact.chain ?? null,
    gateway_id: fact.gateway_id ?? null,
    tx_hash: fact.tx_hash ?? null,
    ...(fact.mode ? { mode: fact.mode } : {}),
    ...(transfer_of ? { other_payment_id: transfer_of.payment_id } : {}),
  }
  const refuse = (problem: ExceptionProblem, more = {}): Transition =>
    exception(
      payment,
      problem,
      deposit_id ?? fact.tx_hash?.toLowerCase() ?? `${fact.mode}`,
      { ...details, ...more },
      deposit_id
    )
  if (transfer_of) {
    return refuse({ kind: "transfer_reused" })
  }
  const reason = mismatchOf(payment, fact)
  // Settling names what is left of it.
  if (reason && !known.is_shown) {
    const isAgain =
      payment.status === "paid" &&
      !isUnproven(payment) &&
      DIFFERENT.some((each) => each === reason)
    const isExcess =
      reason === "amount" && isMoreThan(fact.amount, payment.amount)
    const refused = refuse(
      { kind: "deposit_mismatch", reason },
      isExcess && !isAgain ? { cause: "excess" } : {}
    )
    return isAgain ? asAgain(refused) : refused
  }
  if (payment.status === "paid" && deposit_id === payment.deposit_id) {
    return change(missing(payment, fact))
  }
  const patch = toPaid(payment, fact, at, deposit_id)
  if (payment.status === "paid") {
    return known.is_unused && isUnproven(payment)
      ? change({ ...patch, proof_status: null, proof: null, late_price: null })
      : refuse({ kind: "paid_twice" })
  }
  // It counts as the money that was sent back, and the buyer may have paid again.
  return known.is_returned
    ? { ...refuse({ kind: "paid_twice" }), patch }
    : change(patch)
}

/** The key still names the difference: a repeated report opens nothing. */
function asAgain({ patch, exceptions }: Transition): Transition {
  const again = { kind: "deposit_mismatch", reason: "again" } as const
  return {
    patch,
    exceptions: exceptions.map((each) => ({ ...each, ...again })),
  }
}

/** Returns the first difference of a report from its payment, or null. */
function mismatchOf(payment: Payment, fact: PaidFact) {
  if (isOtherMode(payment, fact)) {
    return "mode"
  }
  if (!isSameAmount(fact.amount, payment.amount)) {
    return "amount"
  }
  if (fact.currency !== payment.currency) {
    return "currency"
  }
  if (RAIL_TRAITS[payment.rail].hasChain && fact.chain !== payment.chain) {
    return "chain"
  }
  return foreignId(payment, fact.gateway_id) ? "gateway_id" : null
}

function toPaid(
  payment: Payment,
  fact: PaidFact,
  at: Date,
  deposit_id: string | null
): Partial<Payment> {
  return {
    status: "paid",
    deposit_id,
    mode: payment.mode ?? fact.mode ?? null,
    gateway_id: fact.gateway_id ?? payment.gateway_id,
    ...({
      reference: fact.reference ?? null,
      net_amount: fact.net_amount ?? null,
      tx_hash: fact.tx_hash ?? null,
    } satisfies PaidDetailColumns),
    paid_at: momentOf(fact.paid_at) ?? at,
    ...toProve(payment, fact, at),
  }
}

/**
 * Null for an invalid date, which decides nothing and can't delay a capture.
 */
function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** The chain is read for every transfer, where the store has access to it. */
function toProve(
  { rail }: Payment,
  { tx_hash }: PaidFact,
  at: Date
): Pick<Payment, "prove_at"> | null {
  return RAIL_TRAITS[rail].hasChain && tx_hash ? { prove_at: at } : null
}

/** Returns the fact's values that the payment lacks. */
function missing(payment: Payment, fact: PaidFact): Partial<Payment> {
  const patch: Partial<Payment> = {}
  for (const key of ["gateway_id", ...PAID_DETAILS] as const) {
    if (fact[key] && payment[key] === null) {
      patch[key] = fact[key]
    }
  }
  return patch
}

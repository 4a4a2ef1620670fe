import type { ExceptionKind } from "./exceptions"
import type { PaidFact } from "./facts"
import { isSameAmount } from "./money"
import { PAID_DETAILS, toColumns } from "./paid-details"
import type { Payment } from "./payment"
import {
  exception,
  foreignId,
  outcomeOf,
  type Transition,
} from "./transition-result"
import { isOtherMode } from "./transfers"
import { RAIL_TRAITS } from "./rails"

/** State outside the payment's row. */
export type Known = {
  /** Another payment that the fact's transfer belongs to. */
  transfer_of?: string | null
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
  { transfer_of }: Known
): Transition {
  const details = {
    amount: fact.amount,
    currency: fact.currency,
    chain: fact.chain ?? null,
    gateway_id: fact.gateway_id ?? null,
    tx_hash: fact.tx_hash ?? null,
    ...(fact.mode ? { mode: fact.mode } : {}),
  }
  const hash = fact.tx_hash?.toLowerCase()
  // Two transfers of the same amount open two exceptions, since each may have
  // to be refunded.
  const sum = [details.amount, details.currency, details.chain, hash]
    .filter((part) => part !== undefined)
    .join("/")
  const mismatch = (
    kind: ExceptionKind,
    what: string,
    key: string = sum
  ): Transition =>
    exception(
      payment,
      kind,
      key,
      `The gateway reports ${fact.amount} ${fact.currency}${fact.chain ? ` on ${fact.chain}` : ""} for payment ${payment.id}, which is due ${payment.amount} ${payment.currency}${payment.chain ? ` on ${payment.chain}` : ""}: ${what}. ${outcomeOf(payment)}`,
      details
    )

  if (transfer_of) {
    return mismatch(
      "transfer_reused",
      `transfer ${hash} was reported for payment ${transfer_of} before, and pays once`,
      hash
    )
  }
  if (isOtherMode(payment, fact)) {
    return mismatch(
      "mode_mismatch",
      `it was started in ${payment.mode} mode, and this is ${fact.mode} money`,
      `${fact.mode}/${sum}`
    )
  }
  if (!isSameAmount(fact.amount, payment.amount)) {
    return mismatch("amount_mismatch", "the amount differs")
  }
  if (fact.currency !== payment.currency) {
    return mismatch("currency_mismatch", "the coin differs")
  }
  if (RAIL_TRAITS[payment.rail].hasChain && fact.chain !== payment.chain) {
    return mismatch("chain_mismatch", "the network differs")
  }
  if (foreignId(payment, fact.gateway_id)) {
    // The key is the same whether our payment is paid before or after, so that
    // this is one exception.
    return mismatch(
      "gateway_id_mismatch",
      `it was created there as ${payment.gateway_id}, not as ${fact.gateway_id}`,
      `${fact.gateway_id}/${sum}`
    )
  }
  if (payment.status === "paid") {
    if (isOtherTransfer(payment.tx_hash, fact.tx_hash)) {
      return mismatch(
        "paid_twice",
        "it was paid before, by another transfer",
        hash
      )
    }
    const patch = missing(payment, fact)
    return {
      patch: patch.tx_hash
        ? { ...patch, ...toProve(payment, fact, at) }
        : patch,
      exceptions: [],
    }
  }
  return {
    patch: {
      status: "paid",
      mode: payment.mode ?? fact.mode ?? null,
      gateway_id: fact.gateway_id ?? payment.gateway_id,
      ...toColumns(fact),
      paid_at: momentOf(fact.paid_at) ?? at,
      ...toProve(payment, fact, at),
    },
    exceptions: [],
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

/** Hashes are hexadecimal, so that case does not matter. */
function isOtherTransfer(
  known: string | null,
  reported: string | undefined
): boolean {
  return !!known && !!reported && known.toLowerCase() !== reported.toLowerCase()
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

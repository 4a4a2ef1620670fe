import type { ExceptionDraft, ExceptionKind } from "./exceptions"
import type { Fact, PaidFact, ReturnedFact, StartedFact } from "./facts"
import { isSameAmount } from "./money"
import { isOpen } from "./open"
import { higherStatus, type Payment, type PaymentStatus } from "./payment"
import { isOtherMode } from "./transfers"

/** What a fact does to a payment. */
export type Transition = {
  /** The fields that change; empty when the fact is old news. */
  patch: Partial<Payment>
  exceptions: ExceptionDraft[]
}

const NOTHING: Transition = { patch: {}, exceptions: [] }

/** What the ledger knows beside the payment's row. */
export type Known = {
  /** Another payment that the fact's transfer belongs to. */
  transfer_of?: string | null
}

/**
 * `(payment, fact) → payment`, pure. Facts only climb the ladder of states, so
 * that any order and any repetition of them ends the same; a paid fact that
 * does not fit the ledger changes nothing and opens an exception.
 *
 * @param at when the fact was learned; a repetition keeps the first time
 */
export function transition(
  payment: Payment,
  fact: Fact,
  at: Date,
  known: Known = {}
): Transition {
  switch (fact.kind) {
    case "started":
      return started(payment, fact)
    case "opened":
      return reported(payment, "pending", fact)
    case "refused":
      return climb(payment, "failed")
    case "failed":
      return reported(payment, "failed", fact)
    case "cancelled":
      return reported(payment, "cancelled", fact)
    case "superseded":
      return isOpen(payment) && !payment.superseded_at
        ? { patch: { superseded_at: at }, exceptions: [] }
        : NOTHING
    case "abandoned":
      return climb(payment, "abandoned")
    case "paid":
      return paid(payment, fact, at, known)
    case "returned":
      return returned(payment, fact, at)
    case "bound":
      return payment.status === "paid" && payment.session_id === fact.from
        ? {
            patch: { session_id: fact.to, superseded_at: null },
            exceptions: [],
          }
        : NOTHING
    case "unreadable":
      return exception(
        payment,
        "unreadable_event",
        fact.problem,
        `The gateway says that payment ${payment.id} was paid, in words that can't be believed. ${fact.problem} ${outcomeOf(payment)} Compare with the gateway's portal.`,
        {}
      )
    case "unknown_at_gateway":
      return exception(
        payment,
        "unknown_at_gateway",
        payment.gateway_id ?? "",
        `The gateway does not know payment ${payment.id} any more. It was not cancelled here: check that the credentials are those of the account that started it.`,
        { gateway_id: payment.gateway_id }
      )
  }
}

/**
 * What the gateway says of a payment that is not paid. A hosted checkout may
 * try again under another id: only its success tells the one that counts.
 */
function reported(
  payment: Payment,
  to: PaymentStatus,
  fact: { gateway_id?: string }
): Transition {
  return payment.rail === "hosted"
    ? climb(payment, to)
    : (foreignId(payment, fact.gateway_id) ?? climb(payment, to, fact))
}

/** Moves up to a state, never down; learns the gateway's id when it is new. */
function climb(
  payment: Payment,
  to: PaymentStatus,
  fact: { gateway_id?: string } = {}
): Transition {
  const patch: Partial<Payment> = {}
  const status = higherStatus(payment.status, to)
  if (status !== payment.status) {
    patch.status = status
  }
  if (fact.gateway_id && !payment.gateway_id) {
    patch.gateway_id = fact.gateway_id
  }
  return { patch, exceptions: [] }
}

/** Coming back by the success URL says more than coming back by the other one, in whatever order. */
function returned(payment: Payment, fact: ReturnedFact, at: Date): Transition {
  const known = payment.returned_result
  if (known === fact.result || known === "success") {
    return NOTHING
  }
  return {
    patch: { returned_at: at, returned_result: fact.result },
    exceptions: [],
  }
}

function started(payment: Payment, fact: StartedFact): Transition {
  // A webhook may have overtaken this answer: its state stays.
  const { patch } = climb(payment, "pending", fact)
  return {
    patch: {
      ...patch,
      checkout_token: fact.checkout_token,
      redirect_url: fact.redirect_url,
      app_url: fact.app_url ?? null,
      intent_url: fact.intent_url ?? null,
      // A paid event that overtook this answer told which money it was.
      mode: (payment.status === "paid" && payment.mode) || fact.mode,
      destination_address: fact.destination_address ?? null,
    },
    exceptions: [],
  }
}

function paid(
  payment: Payment,
  fact: PaidFact,
  at: Date,
  { transfer_of }: Known
): Transition {
  const said = {
    amount: fact.amount,
    currency: fact.currency,
    chain: fact.chain ?? null,
    gateway_id: fact.gateway_id ?? null,
    tx_hash: fact.tx_hash ?? null,
    ...(fact.mode ? { mode: fact.mode } : {}),
  }
  const hash = fact.tx_hash?.toLowerCase()
  // Two transfers of the same sum are two exceptions: each may have to go back.
  const sum = [said.amount, said.currency, said.chain, hash]
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
      said
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
  if (payment.rail === "onchain" && fact.chain !== payment.chain) {
    return mismatch("chain_mismatch", "the network differs")
  }
  if (foreignId(payment, fact.gateway_id)) {
    // Whether ours is paid before or after it: the same question, asked once.
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
    return {
      patch: missing(payment, {
        gateway_id: fact.gateway_id,
        reference: fact.reference,
        net_amount: fact.net_amount,
        tx_hash: fact.tx_hash,
      }),
      exceptions: [],
    }
  }
  return {
    patch: {
      status: "paid",
      mode: payment.mode ?? fact.mode ?? null,
      gateway_id: fact.gateway_id ?? payment.gateway_id,
      reference: fact.reference ?? null,
      net_amount: fact.net_amount ?? null,
      tx_hash: fact.tx_hash ?? null,
      paid_at: momentOf(fact.paid_at) ?? at,
    },
    exceptions: [],
  }
}

/** Says whether the payment's own money may be captured. */
function outcomeOf({ status }: Payment): string {
  return status === "paid"
    ? "The payment was confirmed before and may be captured: that was not undone."
    : "Nothing was captured."
}

/** Null for what is not a date: it decides nothing, and must not hold back a capture. */
function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Hexadecimal digits mean the same in either case. */
function isOtherTransfer(
  known: string | null,
  told: string | undefined
): boolean {
  return !!known && !!told && known.toLowerCase() !== told.toLowerCase()
}

/** Another gateway id under our order number: somebody else's money, or a second creation. */
function foreignId(
  payment: Payment,
  id: string | undefined
): Transition | null {
  const known = payment.gateway_id?.toLowerCase()
  if (!id || !known || id.toLowerCase() === known) {
    return null
  }
  return exception(
    payment,
    "gateway_id_mismatch",
    id,
    `The gateway names ${id} for payment ${payment.id}, which it created as ${payment.gateway_id}. Nothing was changed: compare both in the gateway's portal.`,
    { gateway_id: id, expected: payment.gateway_id }
  )
}

function missing<
  K extends "gateway_id" | "reference" | "net_amount" | "tx_hash",
>(payment: Payment, values: Record<K, string | undefined>): Partial<Payment> {
  const patch: Partial<Payment> = {}
  for (const key of Object.keys(values) as K[]) {
    if (values[key] && payment[key] === null) {
      patch[key] = values[key]
    }
  }
  return patch
}

function exception(
  payment: Payment,
  kind: ExceptionKind,
  detail: string,
  message: string,
  details: Record<string, string | null>
): Transition {
  return {
    patch: {},
    exceptions: [
      { kind, key: [payment.id, kind, detail].join(":"), message, details },
    ],
  }
}

/** Whether a fact would change the ledger. */
export function isNews(payment: Payment, fact: Fact, at: Date): boolean {
  const { patch, exceptions } = transition(payment, fact, at)
  return Object.keys(patch).length > 0 || exceptions.length > 0
}

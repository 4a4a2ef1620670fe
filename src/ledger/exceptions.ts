import {
  EXCEPTION_TRAITS,
  isOfSettling,
  type ProblemLike,
  type StoredProblem,
} from "./exception-traits"

export type ExceptionKind = keyof typeof EXCEPTION_TRAITS

/** The reasons of a kind. */
export type ReasonOf<Kind extends ExceptionKind> =
  (typeof EXCEPTION_TRAITS)[Kind] extends { reasons: infer Reasons }
    ? keyof Reasons & string
    : never

/** A kind, with one of its reasons where it has any. */
export type ExceptionProblem = {
  [Kind in ExceptionKind]: [ReasonOf<Kind>] extends [never]
    ? { kind: Kind; reason?: null }
    : { kind: Kind; reason: ReasonOf<Kind> }
}[ExceptionKind]

/** A problem as one word, such as `paid_twice` or `cart_changed.gone`. */
export type ExceptionName = {
  [Kind in ExceptionKind]: [ReasonOf<Kind>] extends [never]
    ? Kind
    : `${Kind}.${ReasonOf<Kind>}`
}[ExceptionKind]

export const EXCEPTION_KINDS = Object.keys(EXCEPTION_TRAITS) as ExceptionKind[]

/** Every kind with each of its reasons. */
export const EXCEPTION_PROBLEMS = EXCEPTION_KINDS.flatMap(
  (kind): StoredProblem[] => {
    const traits = EXCEPTION_TRAITS[kind]
    return "reasons" in traits
      ? Object.keys(traits.reasons).map((reason) => ({ kind, reason }))
      : [{ kind, reason: null }]
  }
) as (ExceptionProblem & StoredProblem)[]

/** The reasons of all kinds. */
export const EXCEPTION_REASONS = [
  ...new Set(EXCEPTION_PROBLEMS.flatMap(({ reason }) => reason ?? [])),
]

/** The problem's `ExceptionName`, unless another version opened it. */
export function nameOf({ kind, reason }: ProblemLike): string {
  return reason ? `${kind}.${reason}` : kind
}

/** Differences that matter for an order until another report has paid it. */
export const DIFFERENT = ["amount", "currency", "chain", "gateway_id"] as const

/** Kinds that settling opens, and resolves once Medusa matches the ledger. */
export const SETTLEMENT_KINDS = kindsWhere(isOfSettling)

/** Kinds about an order that differs from its money. */
export const ORDER_KINDS = kindsWhere(({ about }) => about === "order")

/** Kinds about a deposit that can't pay its payment. */
export const DEPOSIT_KINDS = kindsWhere(({ about }) => about === "deposit")

/** Kinds about money that nothing uses yet. */
export const MONEY_KINDS = kindsWhere(
  ({ about }) => about === "deposit" || about === "payment"
)

function kindsWhere(
  isOne: (traits: (typeof EXCEPTION_TRAITS)[ExceptionKind]) => boolean
): ExceptionKind[] {
  return EXCEPTION_KINDS.filter((kind) => isOne(EXCEPTION_TRAITS[kind]))
}

/**
 * Ways for a merchant to resolve an exception: settle again, refund its money,
 * assign it to a payment, or close it. Closing states where the money is.
 */
export const RESOLUTIONS = ["retry", "refund", "assign", "close"] as const
export type ExceptionResolution = (typeof RESOLUTIONS)[number]

/**
 * Exception to open. The same `key` is never opened twice. It has no text: the
 * reader's language has one for each problem.
 */
export type ExceptionDraft = ExceptionProblem & {
  key: string
  /** Sums, ids and causes that the texts and the facts of its page need. */
  details: Record<string, string | null>
  /** The deposit that it is about. */
  deposit_id?: string | null
}

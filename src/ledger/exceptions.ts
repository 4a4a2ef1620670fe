/**
 * Groups of exceptions, the most urgent first:
 * - `no_order`: a buyer has paid and has no order
 * - `money`: money to look for
 * - `return`: money to settle with the buyer
 * - `records`: a difference to correct in the records
 */
export const EXCEPTION_GROUPS = [
  "no_order",
  "money",
  "return",
  "records",
] as const
export type ExceptionGroup = (typeof EXCEPTION_GROUPS)[number]

/** Properties of a kind of exceptions, or of one of its reasons. */
export type ExceptionTraits = {
  /**
   * Its subject:
   * - `deposit`: money that can't pay its payment. It is refunded, kept or
   *   assigned as received, and never counts against its payment's amount.
   * - `payment`: money of a payment that Medusa does not have.
   * - `order`: an order that differs from its money, also once that is used.
   * - `report`: a signed report about money that can't be applied.
   * - `gateway`: anything that the gateway has not confirmed.
   * - `refund`: money on its way back.
   * - `audit`: money that the records don't account for.
   *
   * Settling opens exceptions about payments and orders, and resolves them once
   * Medusa matches.
   */
  about:
    "deposit" | "payment" | "order" | "report" | "gateway" | "refund" | "audit"
  /**
   * Where the money is: reported by the gateway, `seen` on the network only,
   * the payment's own, with its `order`, the excess of an order, nowhere
   * (`test`), or not asked for (`none`). It may not have arrived while it is
   * `unconfirmed` by the gateway, or `unproven` by the network. The mode decides
   * `by_mode`.
   */
  money:
    | "reported"
    | "by_mode"
    | "seen"
    | "payment"
    | "order"
    | "excess"
    | "unconfirmed"
    | "unproven"
    | "test"
    | "none"
    | "refund"
    | "unknown"
  group: ExceptionGroup
  /** Whether another read from the gateway may resolve it. */
  isReadAgain?: boolean
  /** Whether the plugin keeps retrying while it is open. */
  isRetried?: boolean
}

/** The plugin reads the payment from the gateway again. */
const READ = { isReadAgain: true }
const RETRIED = { isRetried: true }

/**
 * All payment problems that need the merchant, each with its traits: a kind, or
 * a kind and one of its reasons.
 */
export const EXCEPTION_TRAITS = {
  "deposit_mismatch.amount": traits("deposit", "reported", "no_order"),
  "deposit_mismatch.currency": traits("deposit", "reported", "no_order"),
  "deposit_mismatch.chain": traits("deposit", "reported", "no_order"),
  "deposit_mismatch.gateway_id": traits("deposit", "reported", "no_order"),
  "deposit_mismatch.mode": traits("deposit", "by_mode", "no_order"),
  /** The merchant gave it to its payment. */
  "deposit_mismatch.assigned": traits("deposit", "reported", "no_order"),
  /** Other coins than those of a payment that another report has paid. */
  "deposit_mismatch.again": traits("deposit", "reported", "return"),
  paid_twice: traits("deposit", "reported", "return"),
  unknown_payment: traits("deposit", "reported", "money"),
  /** Exactly what a payment waits for. */
  "unreported_transfer.exact": traits("deposit", "seen", "no_order", READ),
  /** The same, and its cart has another amount by now, or is gone. */
  "unreported_transfer.changed": traits("deposit", "seen", "no_order"),
  "unreported_transfer.short": traits("deposit", "seen", "no_order"),
  "unreported_transfer.over": traits("deposit", "seen", "no_order"),
  "unreported_transfer.network": traits("deposit", "seen", "no_order"),
  "unreported_transfer.coin": traits("deposit", "seen", "no_order"),
  /** Its payment has ended. */
  "unreported_transfer.late": traits("deposit", "seen", "no_order"),
  /** Another transfer or payment has paid for the same. */
  "unreported_transfer.again": traits("deposit", "seen", "return"),
  /** It can't be told for which payment it is. */
  "unreported_transfer.unclear": traits("deposit", "seen", "money"),
  transfer_reused: traits("gateway", "unconfirmed", "money"),
  unknown_at_gateway: traits("gateway", "unconfirmed", "money", READ),
  never_answered: traits("gateway", "unconfirmed", "money", READ),
  "webhook_problem.unreadable": traits("report", "unconfirmed", "money", READ),
  "webhook_problem.unverified": traits("gateway", "unconfirmed", "money"),
  "webhook_problem.dead": traits("gateway", "unknown", "money"),
  "cart_changed.gone": traits("payment", "payment", "no_order"),
  "cart_changed.amount": traits("payment", "payment", "no_order"),
  "cart_changed.cancelled": traits("payment", "payment", "no_order"),
  already_covered: traits("payment", "payment", "return"),
  /** Paid after its price had expired, and not worth its cart any more. */
  price_expired: traits("payment", "payment", "no_order"),
  test_money: traits("payment", "test", "records"),
  order_missing: traits("payment", "payment", "no_order", RETRIED),
  /** Retried once the stock is back. */
  sold_out: traits("payment", "payment", "no_order", RETRIED),
  /** Not retried: each attempt would use up an order number. */
  promotion_used_up: traits("payment", "payment", "no_order"),
  not_settled: traits("payment", "payment", "money", RETRIED),
  /** The chain shows another transfer. */
  "unproven.contradicted": traits("payment", "unproven", "money", RETRIED),
  /** The chain has no such transaction. */
  "unproven.not_found": traits("payment", "unproven", "money", RETRIED),
  /** Its transfer can't be looked up. */
  "unproven.unchecked": traits("payment", "unproven", "money", RETRIED),
  order_incomplete: traits("order", "order", "records"),
  order_without_money: traits("order", "none", "return"),
  amount_due_changed: traits("order", "excess", "return"),
  refund_due: traits("refund", "refund", "records"),
  /** Medusa's refund exceeds the rest of its payment. */
  "refund_problem.refused": traits("refund", "refund", "records"),
  unbalanced: traits("audit", "unknown", "money"),
}

function traits(
  about: ExceptionTraits["about"],
  money: ExceptionTraits["money"],
  group: ExceptionGroup,
  retry: Pick<ExceptionTraits, "isReadAgain" | "isRetried"> = {}
): ExceptionTraits {
  return { about, money, group, ...retry }
}

/** A problem as one word, such as `paid_twice` or `cart_changed.gone`. */
export type ExceptionName = keyof typeof EXCEPTION_TRAITS

type ProblemOf<Name> = Name extends `${infer Kind}.${infer Reason}`
  ? { kind: Kind; reason: Reason }
  : { kind: Name; reason?: null }

/** A kind, with one of its reasons where it has any. */
export type ExceptionProblem = ProblemOf<ExceptionName>

export type ExceptionKind = ExceptionProblem["kind"]

/** The reasons of a kind. */
export type ReasonOf<Kind extends ExceptionKind> = NonNullable<
  Extract<ExceptionProblem, { kind: Kind }>["reason"]
>

/** Kind and reason as stored, possibly by another version. */
export type StoredProblem = { kind: string; reason: string | null }

/** The same, of a draft too. */
export type ProblemLike = Pick<StoredProblem, "kind"> & Partial<StoredProblem>

export const EXCEPTION_NAMES = Object.keys(EXCEPTION_TRAITS) as ExceptionName[]

/** Every kind with each of its reasons. */
export const EXCEPTION_PROBLEMS = EXCEPTION_NAMES.map((name): StoredProblem => {
  const [kind, reason] = name.split(".")
  return { kind: kind!, reason: reason ?? null }
}) as (ExceptionProblem & StoredProblem)[]

export const EXCEPTION_KINDS = kindsWhere(() => true)

/** The problem's `ExceptionName`, unless another version opened it. */
export function nameOf({ kind, reason }: ProblemLike): string {
  return reason ? `${kind}.${reason}` : kind
}

export function isExceptionName(name: string): name is ExceptionName {
  return Object.hasOwn(EXCEPTION_TRAITS, name)
}

export function traitsOf(problem: ProblemLike): ExceptionTraits {
  const name = nameOf(problem)
  return isExceptionName(name)
    ? EXCEPTION_TRAITS[name]
    : // Of another version.
      traits("gateway", "unknown", "money")
}

/** Whether settling opens it and resolves it. */
export function isOfSettling({ about }: ExceptionTraits): boolean {
  return about === "payment" || about === "order"
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
  isOne: (traits: ExceptionTraits) => boolean
): ExceptionKind[] {
  const problems = EXCEPTION_PROBLEMS.filter((each) => isOne(traitsOf(each)))
  return [...new Set(problems.map(({ kind }) => kind))]
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

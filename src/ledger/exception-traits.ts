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
   * (`test`), or not asked for (`none`). It may not
   * have arrived while it is `unconfirmed` by the gateway, or `unproven` by the
   * network. The mode decides `by_mode`.
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

type KindTraits = ExceptionTraits & {
  reasons?: Readonly<Record<string, Partial<ExceptionTraits>>>
}

/**
 * All kinds of payment problems that need the merchant. A reason has the traits
 * of its kind, apart from those that it sets.
 */
export const EXCEPTION_TRAITS = {
  deposit_mismatch: {
    about: "deposit",
    money: "reported",
    group: "no_order",
    reasons: {
      amount: {},
      currency: {},
      chain: {},
      gateway_id: {},
      mode: { money: "by_mode" },
      /** The merchant gave it to its payment. */
      assigned: {},
      /** Other coins than those of a payment that another report has paid. */
      again: { group: "return" },
    },
  },
  paid_twice: { about: "deposit", money: "reported", group: "return" },
  unknown_payment: { about: "deposit", money: "reported", group: "money" },
  unreported_transfer: {
    about: "deposit",
    money: "seen",
    group: "no_order",
    reasons: {
      /** Exactly what a payment waits for. */
      exact: { isReadAgain: true },
      /** The same, and its cart has another amount by now, or is gone. */
      changed: {},
      short: {},
      over: {},
      network: {},
      coin: {},
      /** Its payment has ended. */
      late: {},
      /** Another transfer or payment has paid for the same. */
      again: { group: "return" },
      /** It can't be told for which payment it is. */
      unclear: { group: "money" },
    },
  },
  transfer_reused: { about: "gateway", money: "unconfirmed", group: "money" },
  unknown_at_gateway: {
    about: "gateway",
    money: "unconfirmed",
    group: "money",
    isReadAgain: true,
  },
  never_answered: {
    about: "gateway",
    money: "unconfirmed",
    group: "money",
    isReadAgain: true,
  },
  webhook_problem: {
    about: "gateway",
    money: "unconfirmed",
    group: "money",
    reasons: {
      unreadable: { about: "report", isReadAgain: true },
      unverified: {},
      dead: { money: "unknown" },
    },
  },
  cart_changed: {
    about: "payment",
    money: "payment",
    group: "no_order",
    reasons: { gone: {}, amount: {}, cancelled: {} },
  },
  already_covered: { about: "payment", money: "payment", group: "return" },
  test_money: { about: "payment", money: "test", group: "records" },
  order_missing: {
    about: "payment",
    money: "payment",
    group: "no_order",
    isRetried: true,
  },
  /** Retried once the stock is back. */
  sold_out: {
    about: "payment",
    money: "payment",
    group: "no_order",
    isRetried: true,
  },
  /** Not retried: each attempt would use up an order number. */
  promotion_used_up: { about: "payment", money: "payment", group: "no_order" },
  not_settled: {
    about: "payment",
    money: "payment",
    group: "money",
    isRetried: true,
  },
  unproven: {
    about: "payment",
    money: "unproven",
    group: "money",
    isRetried: true,
    reasons: {
      /** The chain shows another transfer. */
      contradicted: {},
      /** The chain has no such transaction. */
      not_found: {},
      /** Its transfer can't be looked up. */
      unchecked: {},
    },
  },
  order_incomplete: { about: "order", money: "order", group: "records" },
  order_without_money: { about: "order", money: "none", group: "return" },
  amount_due_changed: { about: "order", money: "excess", group: "return" },
  refund_due: { about: "refund", money: "refund", group: "records" },
  refund_problem: {
    about: "refund",
    money: "refund",
    group: "records",
    reasons: {
      /** Medusa's refund exceeds the rest of its payment. */
      refused: {},
    },
  },
  unbalanced: { about: "audit", money: "unknown", group: "money" },
} as const satisfies Record<string, KindTraits>

const TRAITS: Readonly<Record<string, KindTraits | undefined>> =
  EXCEPTION_TRAITS

/** Traits of a kind of another version. */
const UNKNOWN: KindTraits = {
  about: "gateway",
  money: "unknown",
  group: "money",
}

/** Kind and reason as stored, possibly by another version. */
export type StoredProblem = { kind: string; reason: string | null }

/** The same, of a draft too. */
export type ProblemLike = Pick<StoredProblem, "kind"> & Partial<StoredProblem>

export function traitsOf({ kind, reason }: ProblemLike): ExceptionTraits {
  const { reasons, ...traits } = TRAITS[kind] ?? UNKNOWN
  return { ...traits, ...reasons?.[reason ?? ""] }
}

/** Whether settling opens it and resolves it. */
export function isOfSettling({ about }: ExceptionTraits): boolean {
  return about === "payment" || about === "order"
}

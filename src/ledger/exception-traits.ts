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
    reasons: {
      amount: {},
      currency: {},
      chain: {},
      gateway_id: {},
      mode: { money: "by_mode" },
      /** The merchant gave it to its payment. */
      assigned: {},
    },
  },
  paid_twice: { about: "deposit", money: "reported" },
  unknown_payment: { about: "deposit", money: "reported" },
  unreported_transfer: {
    about: "deposit",
    money: "seen",
    reasons: {
      /** Exactly what a payment waits for. */
      exact: { isReadAgain: true },
      short: {},
      over: {},
      network: {},
      coin: {},
      /** Its payment has ended, or was paid before. */
      late: {},
      /** It can't be told for which payment it is. */
      unclear: {},
    },
  },
  transfer_reused: { about: "gateway", money: "unconfirmed" },
  unknown_at_gateway: {
    about: "gateway",
    money: "unconfirmed",
    isReadAgain: true,
  },
  never_answered: {
    about: "gateway",
    money: "unconfirmed",
    isReadAgain: true,
  },
  /** The gateway starts no payment in a coin on a chain. */
  coin_refused: { about: "gateway", money: "none" },
  webhook_problem: {
    about: "gateway",
    money: "unconfirmed",
    reasons: {
      unreadable: { about: "report", isReadAgain: true },
      unverified: {},
      dead: { money: "unknown" },
    },
  },
  cart_changed: {
    about: "payment",
    money: "payment",
    isRetried: true,
    reasons: { gone: {}, amount: {}, cancelled: {} },
  },
  already_covered: { about: "payment", money: "payment" },
  test_money: { about: "payment", money: "test" },
  order_missing: { about: "payment", money: "payment", isRetried: true },
  /** Retried once the stock is back. */
  sold_out: { about: "payment", money: "payment", isRetried: true },
  /** Not retried: each attempt would use up an order number. */
  promotion_used_up: { about: "payment", money: "payment" },
  not_settled: { about: "payment", money: "payment", isRetried: true },
  unproven: {
    about: "payment",
    money: "unproven",
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
  order_incomplete: { about: "order", money: "order" },
  order_without_money: { about: "order", money: "payment" },
  amount_due_changed: { about: "order", money: "excess" },
  refund_due: { about: "refund", money: "refund" },
  refund_problem: {
    about: "refund",
    money: "refund",
    reasons: {
      /** Medusa's refund exceeds the rest of its payment. */
      refused: {},
      /** The chain does not show the transfer that sent it. */
      contradicted: {},
    },
  },
  unbalanced: { about: "audit", money: "unknown" },
} as const satisfies Record<string, KindTraits>

const TRAITS: Readonly<Record<string, KindTraits | undefined>> =
  EXCEPTION_TRAITS

/** Traits of a kind of another version. */
const UNKNOWN: KindTraits = { about: "gateway", money: "unknown" }

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

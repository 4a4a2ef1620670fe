import type { ExceptionKind } from "./exceptions"
import { AmountError, differenceOf, isMoreThan, toExactDecimal } from "./money"
import type { Payment } from "./payment"
import { remainderDue } from "./refunds"

/**
 * Exceptions about money other than what made the payment paid. It is refunded
 * as received, and does not count against any payment's amount.
 */
export const OTHER_MONEY_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "mode_mismatch",
  "unknown_payment",
  "transfer_short",
  "transfer_over",
  "transfer_wrong_network",
  "transfer_wrong_coin",
  "transfer_after_end",
  "transfer_unmatched",
] as const satisfies readonly ExceptionKind[]

/** Exceptions about a paid payment whose coins may not have arrived. */
const UNCERTAIN_KINDS: readonly string[] = [
  "transfer_reused",
  "chain_disagrees",
  "unproven",
] satisfies ExceptionKind[]

/** Exceptions about no money that the merchant has. */
const HOLDS_NOTHING: readonly string[] = [
  "test_money",
  "refund_contradicted",
] satisfies ExceptionKind[]

/** Coins of a merchant. The amount is an exact decimal. */
export type Coins = { amount: string; currency: string; chain: string | null }

/**
 * Money received for a payment: what made it paid, or else what the gateway
 * last reported for it.
 */
export type ReceivedMoney = Coins & { source: "paid" | "reported" }

/** Money that may be refunded because of an exception, in whole or in part. */
export type UnassignedMoney = Coins & {
  /**
   * Whether the gateway confirmed that it arrived. If not, the merchant has to
   * check the gateway's portal and enter the amount.
   */
  confirmed: boolean
}

/** Fields of an exception that describe money. */
export type OpenException = {
  kind: string
  details: Record<string, string | null> | null
}

/** Whether an exception is about other money than its payment's own. */
export function isAboutOtherMoney({
  kind,
}: Pick<OpenException, "kind">): boolean {
  return (OTHER_MONEY_KINDS as readonly string[]).includes(kind)
}

/**
 * Returns the money that the merchant has because of an exception, or null if
 * that is nothing. It is the money that the exception reports, or else what is
 * left of the payment. For an unpaid payment, it is what may have arrived
 * unreported. For an edited order it is the excess, and for a withheld refund
 * its amount, each less its refunds. Test money is null, since no coins moved,
 * and so is a refund's transfer that the chain does not show: that refund is to
 * be corrected. A transfer of another payment confirms no coins, nor does one
 * that the chain does not show, an event in a mode other than live, or a
 * transfer that may have paid the payment.
 *
 * @param refunded amounts of the payment's refunds so far, decimal strings
 * @param resolving amounts of the refunds that resolving this exception wrote
 */
export function unassignedMoney(
  exception: OpenException,
  payment: Pick<Payment, "status" | "amount" | "currency" | "chain"> | null,
  refunded: readonly string[],
  resolving: readonly string[] = []
): UnassignedMoney | null {
  if (isAboutOtherMoney(exception)) {
    return reportedMoney(exception, resolving)
  }
  if (HOLDS_NOTHING.includes(exception.kind)) {
    return null
  }
  const rest = payment && remainderDue(payment, refunded)
  const part = partOf(exception)
  const left =
    part === undefined ? rest : remainderDue({ amount: part }, resolving)
  return payment && rest && left
    ? {
        amount: isMoreThan(left, rest) ? rest : left,
        currency: payment.currency,
        chain: payment.chain,
        confirmed:
          payment.status === "paid" &&
          !UNCERTAIN_KINDS.includes(exception.kind),
      }
    : null
}

/** Part of a payment's money that an exception is about; undefined for all. */
function partOf({ kind, details }: OpenException): string | undefined {
  switch (kind) {
    case "amount_due_changed":
      return details?.excess ?? "0.00"
    case "order_cancelled":
      return details?.withheld ?? undefined
    default:
      return undefined
  }
}

function reportedMoney(
  { kind, details }: OpenException,
  resolving: readonly string[]
): UnassignedMoney | null {
  const { amount, currency, chain, mode, may_have_paid } = details ?? {}
  const isOtherMode = kind === "mode_mismatch"
  if (!amount || !currency || (isOtherMode && mode === "test")) {
    return null
  }
  const exact = decimalOrNull(amount)
  const left = exact && resolving.reduce(differenceOf, exact)
  return left && isMoreThan(left, "0")
    ? {
        amount: left,
        currency,
        chain: chain ?? null,
        confirmed:
          // The contract names only these two modes.
          (!isOtherMode || mode === "live") &&
          // It may be the money of an order.
          !may_have_paid,
      }
    : null
}

/** Amount of a refund, an exact decimal, or why it is refused. */
export type RefundOfHeld =
  { amount: string } | { refused: "amount_required" | "exceeds_held" }

/**
 * Returns the amount of a refund of held money: the requested amount, or all of
 * it if the gateway confirmed it. Zero, or more than is held, is refused.
 */
export function refundOfUnassigned(
  held: Pick<UnassignedMoney, "amount" | "confirmed">,
  requested?: string
): RefundOfHeld {
  if (requested === undefined && !held.confirmed) {
    return { refused: "amount_required" }
  }
  const amount = requested ?? held.amount
  return isMoreThan(amount, "0") && !isMoreThan(amount, held.amount)
    ? { amount: toExactDecimal(amount) }
    : { refused: "exceeds_held" }
}

function decimalOrNull(text: string): string | null {
  try {
    return toExactDecimal(text)
  } catch (error) {
    if (error instanceof AmountError) {
      return null
    }
    throw error
  }
}

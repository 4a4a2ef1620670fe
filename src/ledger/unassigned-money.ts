import type { ExceptionKind } from "./exceptions"
import { AmountError, differenceOf, isMoreThan, toExactDecimal } from "./money"
import type { Payment } from "./payment"
import { remainderOwed } from "./refunds"

/**
 * Questions about money that came beside what the payment's row calls paid: it
 * is sent back as it came, and counts against no payment's amount.
 */
export const OTHER_MONEY_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "mode_mismatch",
  "unknown_payment",
] as const satisfies readonly ExceptionKind[]

/** Coins that a merchant holds, an exact decimal. */
export type Coins = { amount: string; currency: string; chain: string | null }

/** What may be sent back because of an exception: all of it, or up to it. */
export type UnassignedMoney = Coins & {
  /**
   * Whether the gateway said that it came. If not, only a person who looked
   * there can know that it did, and has to say how much.
   */
  confirmed: boolean
}

/** As much of an exception as tells about money. */
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
 * What the merchant holds because of an exception: the money that it reports,
 * or else what is left of the payment; of one that was not paid, what may have
 * come unheard. Of an order that was edited it is what came too much, of a
 * withheld refund its amount, each less what was sent back for it. Null when
 * that is nothing: no coins moved for test money. A transfer of another payment
 * confirms no coins, nor does an event in a mode other than live.
 *
 * @param refunded amounts of the payment's refunds so far, decimal strings
 * @param resolving amounts of those that resolving this exception has written
 */
export function heldMoney(
  exception: OpenException,
  payment: Pick<Payment, "status" | "amount" | "currency" | "chain"> | null,
  refunded: readonly string[],
  resolving: readonly string[] = []
): UnassignedMoney | null {
  if (isAboutOtherMoney(exception)) {
    return reportedMoney(exception, resolving)
  }
  if (exception.kind === "test_money") {
    return null
  }
  const rest = payment && remainderOwed(payment, refunded)
  const part = partOf(exception)
  const left =
    part === undefined ? rest : remainderOwed({ amount: part }, resolving)
  return payment && rest && left
    ? {
        amount: isMoreThan(left, rest) ? rest : left,
        currency: payment.currency,
        chain: payment.chain,
        confirmed:
          payment.status === "paid" && exception.kind !== "transfer_reused",
      }
    : null
}

/** The part of a payment's money that an exception is about; undefined: all of it. */
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
  const { amount, currency, chain, mode } = details ?? {}
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
        // The contract names no modes but these two.
        confirmed: !isOtherMode || mode === "live",
      }
    : null
}

/** The amount of a refund, an exact decimal, or why it is none. */
export type RefundOfHeld =
  { amount: string } | { refused: "amount_required" | "exceeds_held" }

/**
 * The amount of a refund of held money: as asked, or all of it where the
 * gateway confirmed that. Nothing, or more than is held, is refused.
 */
export function refundOfHeld(
  held: Pick<UnassignedMoney, "amount" | "confirmed">,
  asked?: string
): RefundOfHeld {
  if (asked === undefined && !held.confirmed) {
    return { refused: "amount_required" }
  }
  const amount = asked ?? held.amount
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

import type { ExceptionKind } from "./exceptions"
import { AmountError, isMoreThan, toExactDecimal } from "./money"
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
] as const satisfies readonly ExceptionKind[]

/** Coins that a merchant holds, an exact decimal. */
export type Coins = { amount: string; currency: string; chain: string | null }

type Question = {
  kind: string
  details: Record<string, string | null> | null
}

/** Whether an exception is about other money than its payment's own. */
export function isAboutOtherMoney({ kind }: Pick<Question, "kind">): boolean {
  return (OTHER_MONEY_KINDS as readonly string[]).includes(kind)
}

/**
 * What the merchant holds because of an exception: the money that it reports,
 * or else what is left of the payment. Null when that is nothing.
 *
 * @param refunded amounts of the payment's refunds so far, decimal strings
 */
export function heldMoney(
  exception: Question,
  payment: Pick<Payment, "status" | "amount" | "currency" | "chain"> | null,
  refunded: readonly string[]
): Coins | null {
  if (isAboutOtherMoney(exception)) {
    return reportedMoney(exception)
  }
  const left =
    payment?.status === "paid" ? remainderOwed(payment, refunded) : null
  return payment && left
    ? { amount: left, currency: payment.currency, chain: payment.chain }
    : null
}

function reportedMoney({ details }: Question): Coins | null {
  const { amount, currency, chain } = details ?? {}
  if (!amount || !currency) {
    return null
  }
  const exact = decimalOrNull(amount)
  return exact && isMoreThan(exact, "0")
    ? { amount: exact, currency, chain: chain ?? null }
    : null
}

/**
 * The amount of a refund of held money: as asked, or all of it.
 *
 * @returns null when it is nothing, or more than is held
 */
export function refundOfHeld(
  held: Coins,
  asked: string = held.amount
): string | null {
  return isMoreThan(asked, "0") && !isMoreThan(asked, held.amount)
    ? toExactDecimal(asked)
    : null
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

import type { AdminExceptionDetail } from "../../../http-types"
import { differenceOf, isMoreThan } from "../../../ledger/money"
import type { Texts } from "../../lib/use-texts"

type Held = AdminExceptionDetail["held"]

/** The API's format. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/**
 * The initial amount in a form, with the decimal mark of the page: the full
 * amount, or what is too much of it, if the gateway confirmed it.
 *
 * @param due what is to stay, of money that is too much
 */
export function firstAmount(
  held: Held,
  { amount }: Pick<Texts, "amount">,
  due = "0"
): string {
  if (!held?.confirmed || !DECIMAL.test(held.amount)) {
    return ""
  }
  return isMoreThan(held.amount, due)
    ? differenceOf(held.amount, due).replace(".", amount("0").charAt(1))
    : ""
}

/** An amount as typed, with any decimal mark, in the API's format. */
export function decimalOf(typed: string): string {
  return typed.trim().replace(/[,٫]/, ".")
}

/** Why the API would reject the amount of a refund. */
export type AmountProblem = "malformed" | "zero" | "excess"

/**
 * Checks the amount of a refund as the API does. A blank one means the full
 * confirmed amount.
 */
export function amountProblem(
  typed: string,
  held: Held,
  isOptional: boolean
): AmountProblem | null {
  const amount = decimalOf(typed)
  if (!amount && isOptional) {
    return null
  }
  if (!DECIMAL.test(amount)) {
    return "malformed"
  }
  if (!isMoreThan(amount, "0")) {
    return "zero"
  }
  return held && isMoreThan(amount, held.amount) ? "excess" : null
}

import type { AdminExceptionDetail } from "../../../http-types"
import { isMoreThan } from "../../../ledger/money"

type Held = AdminExceptionDetail["held"]

/** The API's format. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/**
 * The initial amount in a form: the full amount, if the gateway confirmed it.
 */
export function firstAmount(held: Held): string {
  return held?.confirmed && DECIMAL.test(held.amount) ? held.amount : ""
}

/** An amount as typed, which may have a decimal comma, in the API's format. */
export function decimalOf(typed: string): string {
  return typed.trim().replace(",", ".")
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

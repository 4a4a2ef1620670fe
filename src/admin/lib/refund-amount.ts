import type { AdminExceptionDetail } from "../../http-types"
import { isMoreThan } from "../../ledger/money"

type Held = AdminExceptionDetail["held"]

/** As the API takes it. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/** The amount that a form starts with: all that is held, where the gateway confirmed it. */
export function firstAmount(held: Held): string {
  return held?.confirmed && DECIMAL.test(held.amount) ? held.amount : ""
}

/** What is wrong with an amount of a refund. Blank is all of what the gateway confirmed. */
export function amountProblem(
  typed: string,
  { held, isOptional }: { held: Held; isOptional: boolean }
): "malformed" | "part" | null {
  const amount = typed.trim()
  if (!amount && isOptional) {
    return null
  }
  if (!DECIMAL.test(amount)) {
    return "malformed"
  }
  return held?.all_required && isMoreThan(held.amount, amount) ? "part" : null
}

import type { AdminExceptionDetail } from "../../../http-types"

type Held = AdminExceptionDetail["held"]

/** The API's format. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/**
 * The initial amount in a form: the full amount, if the gateway confirmed it.
 */
export function firstAmount(held: Held): string {
  return held?.confirmed && DECIMAL.test(held.amount) ? held.amount : ""
}

/**
 * Whether a refund amount is malformed. A blank one means the full confirmed
 * amount.
 */
export function isMalformed(typed: string, isOptional: boolean): boolean {
  const amount = typed.trim()
  return amount ? !DECIMAL.test(amount) : !isOptional
}

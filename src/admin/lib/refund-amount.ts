import type { AdminExceptionDetail } from "../../http-types"

type Held = AdminExceptionDetail["held"]

/** As the API takes it. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/** The amount that a form starts with: all that is held, where the gateway confirmed it. */
export function firstAmount(held: Held): string {
  return held?.confirmed && DECIMAL.test(held.amount) ? held.amount : ""
}

/** Whether an amount of a refund can't be read. Blank is all of what the gateway confirmed. */
export function isMalformed(typed: string, isOptional: boolean): boolean {
  const amount = typed.trim()
  return amount ? !DECIMAL.test(amount) : !isOptional
}

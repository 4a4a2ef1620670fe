import type { Payment, PaymentStatus } from "./payment"

/** States in which the gateway has not reported how a payment ended. */
export const OPEN_STATUSES = [
  "creating",
  "pending",
  "abandoned",
] as const satisfies readonly PaymentStatus[]

/** Whether the gateway may still report how a payment ends. */
export function isOpen({ status }: Pick<Payment, "status">): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

import type { PaymentStatus, ReturnResult } from "./payment"

/** States in which the gateway has not reported how a payment ended. */
export const OPEN_STATUSES = [
  "creating",
  "pending",
  "abandoned",
] as const satisfies readonly PaymentStatus[]

/** Whether the gateway may still report how a payment ends. */
export function isOpen({ status }: { status: PaymentStatus }): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

/** Whether the buyer returned from paying, and the gateway reported no outcome. */
export function isReportAwaited(payment: {
  status: PaymentStatus
  returned_result: ReturnResult | null
}): boolean {
  return payment.returned_result === "success" && isOpen(payment)
}

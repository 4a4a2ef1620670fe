import type { CaptureMode, CheckoutFlow } from "../../index"

/**
 * Configuration of the store, and whether the collection belongs to a cart or
 * to an order.
 */
export type Setting = {
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  hasCart: boolean
}

/** Amounts of a cart: the first one, and another. */
export const AMOUNTS = ["12.50", "25.00"] as const

/** Minutes until a payment expires. */
export const PENDING_TTL_MINUTES = 60

import type { CaptureMode, CheckoutFlow } from "../../index"

/** How the store is set up, and whether the collection is a cart's or an order's own. */
export type Setting = {
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  hasCart: boolean
}

/** What a cart may cost: its first price, and another. */
export const AMOUNTS = ["12.50", "25.00"] as const

/** Minutes for which a payment is left open. */
export const PENDING_TTL_MINUTES = 60

import type {
  CaptureMode,
  ChainPolicy,
  CheckoutFlow,
  ProofMode,
} from "../../index"

/**
 * Configuration of the store, and whether the collection belongs to a cart or
 * to an order.
 */
export type Setting = {
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  hasCart: boolean
  /** `off`: no chain is read. */
  proof: ProofMode
  /** Whether all buyers are shown one address. */
  isShared?: boolean
}

/** Amounts of a cart: the first one, and another. */
export const AMOUNTS = ["12.50", "25.00"] as const

/** Minutes until a payment expires. */
export const PENDING_TTL_MINUTES = 60

/** How the chain of a paid on-chain payment is used. */
export function policyOf({ proof }: Setting): ChainPolicy {
  return { proof, has_endpoint: proof !== "off" }
}

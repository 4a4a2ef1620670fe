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
  /** The first rate of a cart's currency; absent for a cart in dollars. */
  rate?: string | null
}

/** Rates of a cart's currency, in dollars. */
export const RATES = ["1.0832", "3.2573", "0.66"] as const

/** Percent that is added to a converted amount. */
export const SPREAD = "0.5"

/** Minutes for which a buyer has the price of a payment. */
export const LOCK_MINUTES = 15

/** Amounts of a cart: the first one, and another. */
export const AMOUNTS = ["12.50", "25.00"] as const

/** Minutes until a payment expires. */
export const PENDING_TTL_MINUTES = 60

/** How the chain of a paid on-chain payment is used. */
export function policyOf({ proof }: Setting): ChainPolicy {
  return { proof, has_endpoint: proof !== "off" }
}

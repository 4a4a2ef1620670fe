import type { Contradiction } from "./proof"

const CONTRADICTED: Record<Contradiction, string> = {
  failed: "failed there and moved nothing",
  wrong_amount: "moved another amount",
  wrong_coin: "moved another coin",
  wrong_address: "went to another address",
  no_transfer: "moved none of the coins",
  too_early: "is older than the payment",
}

/**
 * Describes what a transaction did instead of paying: "moved another amount
 * (9.99 USDC to 0x…)".
 */
export function describeContradiction(
  reason: Contradiction,
  found_instead: string | null
): string {
  const found = found_instead ? ` (${found_instead})` : ""
  return `${CONTRADICTED[reason]}${found}`
}

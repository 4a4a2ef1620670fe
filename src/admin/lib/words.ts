import { CHAIN_INFO } from "../../gateway/chains"
import type { Stablecoin } from "../../gateway/schemas/common"

/** The keys of a record that the compiler checks for completeness. */
function keysOf<K extends string>(whole: Record<K, true>): K[] {
  return Object.keys(whole) as K[]
}

/** The networks that the gateway supports, by its codes. */
export const CHAINS = Object.keys(CHAIN_INFO)

export const STABLECOINS = keysOf<Stablecoin>({ USDT: true, USDC: true })

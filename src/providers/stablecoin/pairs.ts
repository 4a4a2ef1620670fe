import { MedusaError } from "@medusajs/framework/utils"
import { type Chain, chainsOf, type Stablecoin } from "../../gateway"
import { chainInfo } from "../../gateway/chains"
import type { OnchainSettings } from "../../modules/stablecoin/types"
import type { SessionInput } from "./session-input"
import type { Terms } from "./terms"

/**
 * A stablecoin and the chain to pay it on. Null where the buyer selects it on
 * the gateway's page.
 */
export type PayablePair = { currency: Stablecoin; chain: Chain | null }

/** The stablecoins of a cart. The first is the default. */
export function hostedPairs({ stablecoins }: Terms<unknown>): PayablePair[] {
  return stablecoins.map((currency) => ({ currency, chain: null }))
}

/**
 * The stablecoins of a cart on each chain that takes them. The first pair is the
 * default.
 */
export function onchainPairs({
  stablecoins,
  settings: { chains, defaultChain },
}: Terms<OnchainSettings>): PayablePair[] {
  const defaultFirst = new Set([defaultChain, ...chainsOf(chains)])
  return [...defaultFirst].flatMap((chain) =>
    stablecoins
      .filter((currency) => chains[chain]?.includes(currency))
      .map((currency) => ({ currency, chain }))
  )
}

/**
 * Chooses the pair that a storefront sent, with defaults for the rest.
 *
 * @throws MedusaError (400) with the possible pairs if it is not offered
 */
export function choosePair(
  pairs: readonly PayablePair[],
  { currency, chain }: Pick<SessionInput, "currency" | "chain">
): PayablePair {
  const chosen = pairs.find(
    (pair) =>
      (!currency || pair.currency === currency) &&
      (!chain || pair.chain === null || pair.chain === chain)
  )
  if (!chosen) {
    const [first] = pairs
    const wanted = { currency, chain: first?.chain === null ? null : chain }
    const offered = pairs.map(pairText).join(", ")
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${notAvailable(wanted)}${offered && ` Offered here: ${offered}.`}`
    )
  }
  return chosen
}

/** A stablecoin, a chain, or both. */
type AnyPair = { currency?: string; chain?: string | null }

/** The sentence for a buyer about a pair that can't be paid. */
export function notAvailable(pair: AnyPair): string {
  return pair.chain === null
    ? `${pairText(pair)} is not available this way. Choose another coin or way to pay.`
    : `${pairText(pair)} is not available. Choose another network or coin.`
}

/** Such as `USDT on Base`. */
export function pairText({ currency, chain = null }: AnyPair): string {
  const network = chain && (chainInfo(chain)?.name ?? chain)
  return currency && network
    ? `${currency} on ${network}`
    : currency || network || "This"
}

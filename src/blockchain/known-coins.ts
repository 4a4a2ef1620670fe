import type { Network, Token } from "./networks"
import { isSameHex } from "./hex"

/** The gateway's code of the coin, or the name of one mistaken for it. */
export type KnownCoin = Token & { name: string }

/** The coins of a network, the gateway's first. */
export function knownCoins({
  tokens,
  others,
}: Pick<Network, "tokens" | "others">): KnownCoin[] {
  return [
    ...Object.entries(tokens).map(([name, token]) => ({ name, ...token })),
    ...others,
  ]
}

/** Returns undefined for a contract that anyone may have deployed. */
export function knownCoinAt(
  network: Pick<Network, "tokens" | "others">,
  contract: string
): KnownCoin | undefined {
  return knownCoins(network).find(({ address }) => isSameHex(address, contract))
}

import { toExactDecimal } from "../ledger/money"
import type { Network, Token } from "./networks"

/** Compares addresses and hashes, in which case is only a checksum. */
export function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The gateway's code of the coin, or the name of one mistaken for it. */
export type KnownCoin = Token & { name: string }

/** The coins of a network, the gateway's first. */
export function knownCoins({ tokens, others }: Network): KnownCoin[] {
  return Object.entries({ ...tokens, ...others }).map(([name, token]) => ({
    name,
    ...token,
  }))
}

/** Returns undefined for a contract that anyone may have deployed. */
export function knownCoinAt(
  network: Network,
  contract: string
): KnownCoin | undefined {
  return knownCoins(network).find(({ address }) => isSameHex(address, contract))
}

/** Converts base units to a decimal, exactly: 10500000n with 6 decimals is "10.50". */
export function fromBaseUnits(units: bigint, decimals: number): string {
  return toExactDecimal(`${units}e-${decimals}`)
}

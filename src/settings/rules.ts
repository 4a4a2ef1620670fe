import type { Chain, CoinsByChain, Stablecoin } from "../gateway/schemas/common"

/**
 * Restricts the purchases of one of Medusa's regions, on one network: all where
 * it names none. A hosted payment has no network of its own.
 */
export type Rule = {
  /** Medusa's id. */
  region?: string
  chain?: Chain
  /** The only stablecoins, among those of the currency and the network. */
  coins?: Stablecoin[]
  /** Amounts due in stablecoins, with two decimals. */
  min?: string
  max?: string
}

/** The payments that are taken in a region, on a network. */
export type Limits = Pick<Rule, "min" | "max"> & { coins: Stablecoin[] }

/**
 * Applies the rules to the coins of a currency on a network. Of `coins`, `min`
 * and `max` each, the most specific rule that sets it counts: that of region and
 * network, of the region, of the network, of all.
 *
 * @param region null for a purchase without one
 * @param chain null on the hosted rail
 */
export function limitsOf(
  rules: readonly Rule[],
  region: string | null,
  chain: Chain | null,
  coins: readonly Stablecoin[]
): Limits {
  const applying = rules
    .filter(
      (rule) =>
        (!rule.region || rule.region === region) &&
        (!rule.chain || rule.chain === chain)
    )
    .sort((a, b) => specificityOf(b) - specificityOf(a))
  const ruled = <Key extends keyof Rule>(key: Key) =>
    applying.find((rule) => rule[key] !== undefined)?.[key]
  const only = ruled("coins") ?? coins
  return {
    coins: coins.filter((coin) => only.includes(coin)),
    min: ruled("min"),
    max: ruled("max"),
  }
}

function specificityOf({ region, chain }: Rule): number {
  return (region ? 2 : 0) + (chain ? 1 : 0)
}

/** The networks of a region that take the same. Null: the hosted rail. */
export type TakenAlike = { networks: (Chain | null)[]; limits: Limits }

/**
 * Lists what a region takes on the hosted rail and on each network.
 *
 * @param coins those of the region's currency
 * @param chains those of each offered network
 */
export function takenIn(
  rules: readonly Rule[],
  region: string,
  coins: readonly Stablecoin[],
  chains: CoinsByChain
): TakenAlike[] {
  const alike = new Map<string, TakenAlike>()
  for (const chain of [null, ...(Object.keys(chains) as Chain[])]) {
    const onChain = coins.filter(
      (coin) => !chain || chains[chain]?.includes(coin)
    )
    const limits = limitsOf(rules, region, chain, onChain)
    const key = JSON.stringify(limits)
    const others = alike.get(key)?.networks ?? []
    alike.set(key, { networks: [...others, chain], limits })
  }
  return [...alike.values()]
}

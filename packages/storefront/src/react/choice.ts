import type {
  StoreChain,
  StoreCurrency,
  StoreOnchainOption,
  StoreOption,
} from "../http-types.ts"

/** The buyer's selection so far. */
export type Wanted = {
  provider_id?: string
  currency?: string
  chain?: string
}

/** A selection that can be paid. */
export type Choice = {
  option: StoreOption
  currency: StoreCurrency
  /** Null when the buyer selects it on the gateway's page. */
  chain: StoreChain | null
}

/**
 * Resolves the buyer's selection, with defaults for the rest. Selected values
 * that are no longer offered also fall back to the defaults, so the result can
 * always be paid.
 */
export function choiceOf(
  options: readonly StoreOption[],
  wanted: Wanted
): Choice | null {
  const option =
    options.find((each) => each.provider_id === wanted.provider_id) ??
    options[0]
  const currency = option && pick(option.currencies, wanted.currency)
  if (!currency) {
    return null
  }
  if (option.rail === "hosted") {
    return { option, currency, chain: null }
  }
  const chain = pick(networksOf(option, currency.code), wanted.chain)
  return chain ? { option, currency, chain } : null
}

/** The networks that a coin can be paid on. */
export function networksOf(
  { chains }: StoreOnchainOption,
  coin: string
): StoreChain[] {
  return chains.filter(({ currencies }) => currencies.includes(coin))
}

/** The item with this code, else the default. */
function pick<T extends { code: string; is_default: boolean }>(
  offered: readonly T[],
  code: string | undefined
): T | undefined {
  return (
    offered.find((each) => each.code === code) ??
    offered.find((each) => each.is_default) ??
    offered[0]
  )
}

import type {
  StoreChain,
  StoreCurrency,
  StoreOption,
} from "../../http-types/store.ts"

/** What the buyer picked, in as far as they did. */
export type Wanted = {
  provider_id?: string
  currency?: string
  chain?: string
}

/** A choice that can be paid. */
export type Choice = {
  option: StoreOption
  currency: StoreCurrency
  /** Null where the gateway's page asks for it. */
  chain: StoreChain | null
}

/**
 * What was picked, where it is offered, and the defaults for the rest: options
 * that change under the buyer's hands never leave a choice that can't be paid.
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
  const chain = pick(option.chains, wanted.chain)
  return chain ? { option, currency, chain } : null
}

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

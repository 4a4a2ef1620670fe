import type { Payment, Rail } from "../../../ledger"
import type { Settings } from "./settings"

/**
 * A stablecoin of an account on a chain. The chain is null where the buyer
 * selects it on the gateway's page.
 */
export type Pair = Pick<Payment, "account" | "currency" | "chain">

/** A pair that the gateway refused, and has not accepted since. */
export type RefusedPair = Pair & {
  rail: Rail
  /** The gateway's own words, if it gave any. */
  said: string | null
  /** Whether its last refusal is less than an hour old. */
  is_left_out: boolean
}

export function isSamePair(one: Pair, other: Pair): boolean {
  return (
    one.account === other.account &&
    one.currency === other.currency &&
    one.chain === other.chain
  )
}

/** Whether complete settings offer a stablecoin of an account on a chain. */
export function offersPair(
  { general, hosted, onchain }: Settings,
  { account, currency, chain }: Pair
): boolean {
  const coins = general.ok ? Object.values(general.value.currencies).flat() : []
  const isCoin = (coin: string) => coin === currency
  return (
    coins.some(isCoin) &&
    (chain === null
      ? hosted.ok && hosted.value.account === account
      : onchain.ok &&
        onchain.value.account === account &&
        Object.entries(onchain.value.chains).some(
          ([code, taken]) => code === chain && taken.some(isCoin)
        ))
  )
}

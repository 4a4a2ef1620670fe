import type { Pair } from "../../../ledger"
import type { Settings } from "./settings"

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

import { useTranslation } from "react-i18next"
import type { AdminCoins } from "../../http-types"
import { useFormat } from "../lib/use-format"
import { networkName } from "./on-chain"

/** Formats coins with their network, if they have one: `10.50 USDT on Polygon`. */
export function useCoinsText(): (coins: AdminCoins) => string {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  return ({ amount, currency, chain }) => {
    const sum = coins(amount, currency)
    return chain
      ? t("common.onNetwork", { sum, network: networkName(chain) })
      : sum
  }
}

import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { chainInfo } from "../../gateway/chains"
import type { AdminCoins } from "../../http-types"
import { durationOf, formatsOf, localeOf } from "./format"

/** Translations and formats in the admin's language. */
export type Texts = ReturnType<typeof useTexts>

export function useTexts() {
  const { t, i18n } = useTranslation("stablecoin")
  return useMemo(() => {
    const formats = formatsOf(localeOf(i18n.language))
    return {
      t,
      ...formats,
      /** Coins with their network, if known: `10.50 USDT on Polygon`. */
      coinsText: ({ amount, currency, chain }: AdminCoins): string => {
        const sum = formats.coins(amount, currency)
        const network = chain && (chainInfo(chain)?.name ?? chain)
        return network ? t("common.onNetwork", { sum, network }) : sum
      },
      /** A duration in hours, minutes and seconds: `2 h 30 min`. */
      duration: (duration: number): string => {
        const { hours, minutes, seconds } = durationOf(duration)
        return [
          hours > 0 && t("settings.value.h", { hours }),
          minutes > 0 && t("settings.value.min", { minutes }),
          (seconds > 0 || !duration) && t("settings.value.s", { seconds }),
        ]
          .filter(Boolean)
          .join(" ")
      },
    }
  }, [t, i18n.language])
}

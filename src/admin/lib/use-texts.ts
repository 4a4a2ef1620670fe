import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { chainInfo } from "../../gateway/chains"
import type { AdminCoins } from "../../http-types"
import { DAY, type TimeUnit } from "../../settings"
import en from "../i18n/en"
import { durationOf, formatsOf, localeOf } from "./format"
import { hasKey } from "./has-key"
import { type RequestError, statusOf } from "./sdk"

export type Texts = ReturnType<typeof useTexts>

export function useTexts() {
  const { t, i18n } = useTranslation("stablecoin")
  return useMemo(() => {
    const formats = formatsOf(localeOf(i18n.language))
    /** A duration in hours, minutes and seconds: `2 h 30 min`. */
    const duration = (seconds: number): string =>
      durationOf(seconds)
        .map(([unit, amount]) => t(`settings.value.${unit}`, { amount }))
        .join(" ")
    return {
      t,
      ...formats,
      duration,
      /** Coins with their network, if known: `10.50 USDT on Polygon`. */
      coinsText: ({ amount, currency, chain }: AdminCoins): string => {
        const sum = formats.coins(amount, currency)
        const network = chain && (chainInfo(chain)?.name ?? chain)
        return network ? t("common.onNetwork", { sum, network }) : sum
      },
      /** A number in the unit of its setting. */
      inUnit: (value: number, unit: TimeUnit | undefined): string => {
        switch (unit) {
          case "day":
            return t("settings.value.days", { count: Math.round(value / DAY) })
          case "minute":
            return duration(value)
          default:
            return String(value)
        }
      },
      /**
       * The sentence for a rejection, which includes the remedy: in the admin's
       * language if its code is known, or else the store's. The plugin's own
       * text if there was no response.
       */
      errorText: (error: unknown): string => {
        const { code, params } = (error as Partial<RequestError>).body ?? {}
        return hasKey(en.common.errors.code, code)
          ? String(t(`common.errors.code.${code}`, { ...params }))
          : (statusOf(error) && (error as Error).message) ||
              t("common.errors.unknown")
      },
    }
  }, [t, i18n.language])
}

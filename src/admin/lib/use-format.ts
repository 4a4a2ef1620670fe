import type { TFunction } from "i18next"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import {
  formatAmount,
  formatCoins,
  formatDate,
  formatMoney,
  localeOf,
} from "./format"

/** Translations and formats in the admin's language. */
export type Texts = { t: TFunction<"stablecoin"> } & ReturnType<
  typeof useFormat
>

/** Formats amounts and dates in the admin's language. */
export function useFormat() {
  const { i18n } = useTranslation("stablecoin")
  return useMemo(() => {
    const locale = localeOf(i18n.language)
    const number = new Intl.NumberFormat(locale)
    const compact = new Intl.NumberFormat(locale, { notation: "compact" })
    const percent = new Intl.NumberFormat(locale, {
      style: "percent",
      maximumFractionDigits: 1,
    })
    return {
      coins: (amount: string, coin: string) =>
        formatCoins(locale, amount, coin),
      money: (amount: string, currency: string) =>
        formatMoney(locale, amount, currency),
      dateTime: (date: string) => formatDate(locale, date),
      dateTimeToTheSecond: (date: string) =>
        formatDate(locale, date, { dateStyle: "medium", timeStyle: "medium" }),
      day: (date: string) => formatDate(locale, date, { dateStyle: "medium" }),
      either: (words: readonly string[]) =>
        new Intl.ListFormat(locale, { type: "disjunction" }).format(words),
      list: (words: readonly string[]) =>
        new Intl.ListFormat(locale, { type: "conjunction" }).format(words),
      count: (count: number) => number.format(count),
      amount: (amount: string) => formatAmount(locale, amount),
      compact: (value: number) => compact.format(value),
      percent: (share: number) => percent.format(share),
      /** @param date without a time: `2026-11-20` */
      date: (date: string, options: Intl.DateTimeFormatOptions) =>
        formatDate(locale, date, { ...options, timeZone: "UTC" }),
    }
  }, [i18n.language])
}

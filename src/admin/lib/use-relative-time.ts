import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { localeOf } from "./format"

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
]

/**
 * Formats the time since a date in the admin's language: "3 minutes ago",
 * "yesterday".
 */
export function useRelativeTime() {
  const { i18n } = useTranslation("stablecoin")
  return useCallback(
    (date: string, now = Date.now()): string => {
      const format = new Intl.RelativeTimeFormat(localeOf(i18n.language), {
        numeric: "auto",
      })
      const seconds = (Date.parse(date) - now) / 1000
      const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
      return unit
        ? format.format(Math.round(seconds / unit[1]), unit[0])
        : format.format(0, "minute")
    },
    [i18n.language]
  )
}

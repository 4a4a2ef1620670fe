import type { ExportFormat } from "../../http-types"

/** Medusa writes `ptBR`, while Intl expects `pt-BR`. */
export function localeOf(language: string): string {
  const tag = language.replace(/([a-z])([A-Z])/g, "$1-$2")
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? "en"
  } catch {
    return "en"
  }
}

const RELATIVE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
]

/** The formats of a locale. Amounts are decimal strings, dates ISO 8601. */
export function formatsOf(locale: string) {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  /** A bound `format`. */
  const numbers = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format as (value: number) => string
  /** Intl formats decimal strings of any length without rounding. */
  const exactly = (amount: string, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, {
      ...options,
      maximumFractionDigits: 18,
    }).format(amount as Intl.StringNumericLiteral)
  const amount = (amount: string) =>
    exactly(amount, { minimumFractionDigits: 2 })
  const coins = (sum: string, coin: string) => `${amount(sum)} ${coin}`
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (date: string) => format.format(new Date(date))
  }
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  return {
    /** An amount without its coin: `10.50`. */
    amount,
    /** An amount in coins: `10.50 USDT`. */
    coins,
    /** An amount in a cart's currency: `€10.50`. */
    money: (sum: string, code: string) => {
      const currency = code.toUpperCase()
      try {
        return exactly(sum, { style: "currency", currency })
      } catch {
        return coins(sum, currency)
      }
    },
    /** A rate or a percentage, as exact as it matters: `1.0832`. */
    rate: (value: string) => exactly(value, { maximumSignificantDigits: 6 }),
    count: numbers({}),
    compact: numbers({ notation: "compact" }),
    percent: numbers({ style: "percent", maximumFractionDigits: 1 }),
    dateTime: dates({ dateStyle: "medium", timeStyle: "short" }),
    dateTimeToTheSecond: dates({ dateStyle: "medium", timeStyle: "medium" }),
    day: dates({ dateStyle: "medium" }),
    /** @param date without a time: `2026-11-20` */
    date: (date: string, options: Intl.DateTimeFormatOptions) =>
      dates({ ...options, timeZone: "UTC" })(date),
    /** The time since a date: "3 minutes ago", "yesterday". */
    ago: (date: string): string => {
      const seconds = (Date.parse(date) - Date.now()) / 1000
      const unit = RELATIVE_UNITS.find(([, size]) => Math.abs(seconds) >= size)
      return unit
        ? relative.format(Math.round(seconds / unit[1]), unit[0])
        : relative.format(0, "minute")
    },
    list: (words: readonly string[]) => list.format(words),
  }
}

/** A text that would lose fewer characters is shown in full. */
const WORTH_SHORTENING = 8

/**
 * Shortens a hash, an address or an id to its first and last characters, by
 * which it can be recognized.
 */
export function shorten(text: string, start = 6, end = 4): string {
  return text.length > start + end + WORTH_SHORTENING
    ? `${text.slice(0, start)}…${text.slice(-end)}`
    : text
}

/** Splits seconds into hours, minutes and seconds, without those that are 0. */
export function durationOf(seconds: number) {
  const parts = [
    ["h", Math.floor(seconds / 3600)],
    ["min", Math.floor((seconds % 3600) / 60)],
    ["s", seconds % 60],
  ] as const
  const shown = parts.filter(([, amount]) => amount > 0)
  return shown.length > 0 ? shown : parts.slice(2)
}

/** The format that spreadsheets of a language open without a question. */
export function exportFormatFor(language: string): ExportFormat {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.some(({ value }) => value === ",") ? "semicolon" : "comma"
}

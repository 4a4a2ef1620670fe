import { fill, type StablecoinLabels } from "./labels.ts"

const HOUR_MS = 3_600_000

/**
 * The time until which the buyer may pay: as a time of day while more than an
 * hour is left, then as a countdown. Null while the store's clock is unknown.
 *
 * @param until ISO 8601
 * @param now the device's time, in milliseconds
 * @param offsetMs the store's clock minus the device's
 * @param languages the buyer's, which select the form of dates
 */
export function deadlineText(
  until: string,
  now: number,
  offsetMs: number | undefined,
  labels: Pick<StablecoinLabels, "payBy" | "timeLeft" | "locale">,
  languages: readonly string[]
): string | null {
  if (offsetMs === undefined) {
    return null
  }
  // The buyer reads the time from the device's clock.
  const end = Date.parse(until) - offsetMs
  return end - now > HOUR_MS
    ? fill(labels.payBy, {
        time: timeOf(end, now, localeOf(labels.locale, languages)),
      })
    : fill(labels.timeLeft, { time: clock(end - now) })
}

/** Such as `18:06` or `Friday, November 27, 18:06`. */
function timeOf(end: number, now: number, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(
    end
  )
  if (new Date(end).toDateString() === new Date(now).toDateString()) {
    return time
  }
  const day = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
  }).format(end)
  return `${day}, ${time}`
}

/** The buyer's regional form of the labels' language, such as `en-GB`. */
function localeOf(locale: string, languages: readonly string[]): string {
  const [language] = locale.split("-")
  return languages.find((tag) => tag.split("-")[0] === language) ?? locale
}

/** @param ms negative values count as zero */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

"use client"

import { type ReactElement, useEffect, useState } from "react"
import type { StartedPayment } from "../types.ts"
import { Facts } from "./facts.tsx"
import { type StablecoinLabels, fill } from "./labels.ts"
import { isOver } from "./payment-phase.ts"
import type { PartProps } from "./types.ts"

/**
 * The part under a payment's status: its facts, the link to the gateway, the
 * deadline, and another way to pay.
 */
export function Waiting({
  page: { phase, payment, started, instead },
  labels,
  onStartAgain,
}: PartProps & { onStartAgain(): void }): ReactElement {
  const redirectUrl = phase === "waiting" ? payment?.redirect_url : null
  const deadline = useDeadline(
    redirectUrl && payment ? payment.expires_at : null,
    payment?.clock_offset_ms,
    labels
  )
  const known = started?.session_id === payment?.session_id ? started : null
  const appUrl = redirectUrl && known && appUrlOf(known)
  // Its order is placed: the money under review may be another payment's.
  const isOfOther = phase === "paid" && payment?.under_review
  const hasEnded = Boolean(payment && (isOver(payment) || phase === "ended"))
  return (
    <>
      {payment && !isOfOther && <Facts payment={payment} labels={labels} />}
      {deadline && (
        // Outside of the live region, so that screen readers don't announce
        // each second.
        <p className="stablecoin-time-left">{deadline}</p>
      )}
      {redirectUrl && (
        <a
          className="stablecoin-continue stablecoin-primary"
          href={redirectUrl}
        >
          {labels.continue}
        </a>
      )}
      {appUrl && (
        <a className="stablecoin-app" href={appUrl}>
          {labels.openApp}
        </a>
      )}
      {instead && (
        <button
          type="button"
          className={`stablecoin-${instead}${hasEnded ? " stablecoin-primary" : ""}`}
          onClick={onStartAgain}
        >
          {instead === "restart"
            ? labels.restart
            : hasEnded
              ? labels.chooseAgain
              : labels.chooseAnother}
        </button>
      )}
    </>
  )
}

/** The link to the gateway's app that works on this device, if any. */
function appUrlOf({ app_url, intent_url }: StartedPayment): string | null {
  if (/android/i.test(navigator.userAgent)) {
    return intent_url ?? app_url
  }
  return /iphone|ipad/i.test(navigator.userAgent) ? app_url : null
}

/**
 * The text of a deadline. Null before hydration, so that server and browser
 * render the same.
 *
 * @param until ISO 8601; null shows no deadline
 * @param offsetMs the store's clock minus the device's; absent while unknown
 */
function useDeadline(
  until: string | null,
  offsetMs: number | undefined,
  { payBy, timeLeft, locale }: StablecoinLabels
): string | null {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const update = (): void =>
      setText(
        until &&
          deadlineText(
            until,
            Date.now(),
            offsetMs,
            { payBy, timeLeft, locale },
            navigator.languages
          )
      )
    update()
    const timer = until ? setInterval(update, 1_000) : undefined
    return () => clearInterval(timer)
  }, [until, offsetMs, payBy, timeLeft, locale])
  return text
}

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
  const date = new Date(end)
  const time = date.toLocaleTimeString(locale, { timeStyle: "short" })
  const parts = { weekday: "long", day: "numeric", month: "long" } as const
  return date.toDateString() === new Date(now).toDateString()
    ? time
    : `${date.toLocaleDateString(locale, parts)}, ${time}`
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

"use client"

import { type ReactElement, useEffect, useState } from "react"
import type { StartedPayment } from "../types.ts"
import { deadlineText } from "./deadline.ts"
import { Facts } from "./facts.tsx"
import type { StablecoinLabels } from "./labels.ts"
import { isOver } from "./payment-phase.ts"
import type { UseStablecoinPayment } from "./types.ts"

/**
 * The part under a payment's status: its facts, the link to the gateway, the
 * deadline, and another way to pay.
 */
export function Waiting({
  page: { phase, payment, started, instead },
  labels,
  onStartAgain,
}: {
  page: UseStablecoinPayment
  labels: StablecoinLabels
  onStartAgain(): void
}): ReactElement {
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
          {insteadText(hasEnded, instead, labels)}
        </button>
      )}
    </>
  )
}

function insteadText(
  hasEnded: boolean,
  instead: "choose" | "restart",
  labels: StablecoinLabels
): string {
  if (instead === "restart") {
    return labels.restart
  }
  return hasEnded ? labels.chooseAgain : labels.chooseAnother
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
    if (!until) {
      return
    }
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [until, offsetMs, payBy, timeLeft, locale])
  return text
}

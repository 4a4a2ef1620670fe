"use client"

import type { ReactElement } from "react"
import type { StartedPayment } from "../types.ts"
import { fill, type StablecoinLabels } from "./labels.ts"
import type { UseStablecoinPayment } from "./types.ts"
import { useTimeLeft } from "./use-time-left.ts"

/**
 * The part next to a payment's status: the link to the gateway, the time left,
 * and another way to pay.
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
  const redirectUrl =
    phase === "waiting" && !payment?.under_review ? payment?.redirect_url : null
  const timeLeft = useTimeLeft(
    redirectUrl && payment ? payment.expires_at : null,
    payment?.clock_offset_ms
  )
  const known = started?.session_id === payment?.session_id ? started : null
  const appUrl = redirectUrl && known && appUrlOf(known)
  return (
    <>
      {redirectUrl && known && (
        <p className="stablecoin-amount">
          {fill(labels.amount, {
            amount: known.amount,
            currency: known.currency,
          })}
        </p>
      )}
      {timeLeft && (
        // Outside of the live region, so that screen readers don't announce
        // each second.
        <p className="stablecoin-time-left">
          {fill(labels.timeLeft, { time: timeLeft })}
        </p>
      )}
      {redirectUrl && (
        <a className="stablecoin-continue" href={redirectUrl}>
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
          className={`stablecoin-${instead}`}
          onClick={onStartAgain}
        >
          {insteadText(phase, instead, labels)}
        </button>
      )}
    </>
  )
}

function insteadText(
  phase: UseStablecoinPayment["phase"],
  instead: "choose" | "restart",
  labels: StablecoinLabels
): string {
  if (instead === "restart") {
    return labels.restart
  }
  return phase === "ended" ? labels.chooseAgain : labels.chooseAnother
}

/** The link to the gateway's app that works on this device, if any. */
function appUrlOf({ app_url, intent_url }: StartedPayment): string | null {
  if (/android/i.test(navigator.userAgent)) {
    return intent_url ?? app_url
  }
  return /iphone|ipad/i.test(navigator.userAgent) ? app_url : null
}

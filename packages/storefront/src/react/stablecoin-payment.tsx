"use client"

import { type ReactElement, useEffect, useRef } from "react"
import { Choices } from "./choices.tsx"
import { en, type StablecoinLabels } from "./labels.ts"
import { StatusRegion } from "./status.tsx"
import { errorText, statusOf } from "./texts.ts"
import type { StablecoinPaymentProps } from "./types.ts"
import { useStablecoinPayment } from "./use-stablecoin-payment.ts"
import { Waiting } from "./waiting.tsx"

/**
 * A stablecoin payment, for the checkout and for the page that the buyer
 * returns to. Shows the choice of coin and network, the payment, its live
 * status and the next step after a failure.
 *
 * Unstyled. Every part has a class name beginning with `stablecoin-`, and the
 * outermost element has `data-phase` and `data-status`.
 *
 * @param props.labels texts that replace the English ones; `es` is included
 * @param props.className an additional class for the outermost element
 */
export function StablecoinPayment({
  labels,
  className,
  ...props
}: StablecoinPaymentProps & {
  labels?: Partial<StablecoinLabels>
  className?: string
}): ReactElement {
  const texts = { ...en, ...labels }
  const page = useStablecoinPayment(props)
  const { phase, payment, error } = page
  const isFollowing = ["waiting", "ended", "paid"].includes(phase)

  // The pressed button disappears with its phase. Focus moves here, so that
  // users of screen readers and keyboards can continue.
  const section = useRef<HTMLElement>(null)
  const pressed = useRef(false)
  const press = (act: () => unknown) => () => {
    pressed.current = true
    void act()
  }
  useEffect(() => {
    if (pressed.current && phase !== "starting" && phase !== "loading") {
      pressed.current = false
      section.current?.focus()
    }
  }, [phase])

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={["stablecoin-payment", className].filter(Boolean).join(" ")}
      data-phase={phase}
      data-status={isFollowing ? payment?.status : undefined}
      aria-busy={phase === "loading" || phase === "starting"}
    >
      {error && (
        <div className="stablecoin-error" role="alert">
          <p>{errorText(error, page.refused, texts)}</p>
          {phase === "error" && (
            <button
              type="button"
              className="stablecoin-retry"
              onClick={press(page.retry)}
            >
              {texts.retry}
            </button>
          )}
        </div>
      )}
      <StatusRegion
        status={statusOf(page, texts, props.sessionId !== undefined)}
      />
      {(isFollowing || (phase === "choosing" && !page.canResume)) && (
        <Waiting
          page={page}
          labels={texts}
          onStartAgain={press(page.startAgain)}
        />
      )}
      {page.canResume && (
        <button
          type="button"
          className="stablecoin-resume"
          onClick={press(page.resume)}
        >
          {texts.resume}
        </button>
      )}
      {(phase === "choosing" || phase === "starting") && (
        <Choices page={page} labels={texts} onPay={press(page.pay)} />
      )}
    </section>
  )
}

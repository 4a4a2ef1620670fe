"use client"

import { type ReactElement, useEffect, useRef } from "react"
import { Choices } from "./choices.tsx"
import { en, type StablecoinLabels } from "./labels.ts"
import { errorText, statusOf, type Status, type Tone } from "./texts.ts"
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

const SHAPES: Record<Tone, string> = {
  neutral: "M12 7v5l3 2",
  success: "m8 12.5 2.8 2.8L16 9.5",
  warning: "M12 7.5v5.5m0 3v.1",
  danger: "m9 9 6 6m0-6-6 6",
}

type StatusRegionProps = { status: Status | null }

/**
 * The live region with the payment's status. Stays mounted, so that screen
 * readers announce each change.
 */
export function StatusRegion({ status }: StatusRegionProps): ReactElement {
  return (
    <div className="stablecoin-status" role="status" data-tone={status?.tone}>
      {status?.title && (
        <p className="stablecoin-title">
          <svg
            className="stablecoin-icon"
            width="20"
            height="20"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <circle cx="12" cy="12" r="9" />
            <path d={SHAPES[status.tone]} />
          </svg>{" "}
          {status.title}
        </p>
      )}
      {status?.text && <p className="stablecoin-text">{status.text}</p>}
    </div>
  )
}

"use client"

import { type ReactElement, useEffect, useRef } from "react"
import { Choices } from "./choices.tsx"
import { en, type StablecoinLabels } from "./labels.ts"
import { errorText, statusText } from "./texts.ts"
import type { StablecoinPaymentProps } from "./types.ts"
import { useStablecoinPayment } from "./use-stablecoin-payment.ts"
import { Waiting } from "./waiting.tsx"

/**
 * A stablecoin payment in a checkout, and on the page that the buyer comes
 * back to: choice of coin and network, payment, live status, and what to do
 * when it goes wrong. Unstyled; every part has a class name beginning with
 * `stablecoin-`, and the outermost element tells its `data-phase` and `data-status`.
 *
 * @param props.labels texts that differ from the English ones; `es` is there
 * @param props.className on top, for the outermost element
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

  // What was pressed is gone with its phase: whoever reads by ear or by keys goes on here.
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
          <p>{errorText(error, texts)}</p>
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
      <p className="stablecoin-status" role="status">
        {statusText(page, texts)}
      </p>
      {(phase === "choosing" || phase === "starting") && page.choice && (
        <Choices page={page} labels={texts} onPay={press(page.pay)} />
      )}
      {isFollowing && (
        <Waiting
          page={page}
          labels={texts}
          onTurnAround={press(page.turnAround)}
        />
      )}
    </section>
  )
}

"use client"

import { useEffect, useState } from "react"
import { deadlineText } from "./deadline.ts"
import type { StablecoinLabels } from "./labels.ts"

/**
 * The text of a deadline. Null before hydration, so that server and browser
 * render the same.
 *
 * @param until ISO 8601; null shows no deadline
 * @param offsetMs the store's clock minus the device's; absent while unknown
 */
export function useDeadline(
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

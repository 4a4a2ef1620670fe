"use client"

import { useEffect } from "react"
import { useLatest } from "./use-latest.ts"

/**
 * Calls when the buyer is back on this page: from another tab, which may have
 * started or paid something, or by the back button from the gateway's page,
 * with which the browser shows the page as it was left.
 */
export function useComingBack(act: () => void): void {
  const latest = useLatest(act)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) {
        latest.current()
      }
    }
    const onVisibilityChange = (): void => {
      if (document.visibilityState === "visible") {
        latest.current()
      }
    }
    addEventListener("pageshow", onPageShow)
    document.addEventListener("visibilitychange", onVisibilityChange)
    return () => {
      removeEventListener("pageshow", onPageShow)
      document.removeEventListener("visibilitychange", onVisibilityChange)
    }
  }, [latest])
}

"use client"

import { useEffect } from "react"
import { useLatest } from "./use-latest.ts"

/**
 * Calls back when the buyer leaves the page or returns to it, by switching tabs
 * or with the back button from the gateway's page. One return may call twice: a
 * page restored from the browser's cache fires two events.
 */
export function useVisibility(onChange: (isVisible: boolean) => void): void {
  const latest = useLatest(onChange)
  useEffect(() => {
    const change = (): void => latest.current(isPageVisible())
    const leave = (): void => latest.current(false)
    change()
    document.addEventListener("visibilitychange", change)
    addEventListener("pagehide", leave)
    addEventListener("pageshow", change)
    return () => {
      document.removeEventListener("visibilitychange", change)
      removeEventListener("pagehide", leave)
      removeEventListener("pageshow", change)
    }
  }, [latest])
}

/** On a server the page counts as visible. */
export function isPageVisible(): boolean {
  return (
    typeof document === "undefined" || document.visibilityState !== "hidden"
  )
}

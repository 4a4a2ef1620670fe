"use client"

import { useEffect, useState } from "react"
import { useLatest } from "./use-latest.ts"

/**
 * Whether the page is visible. Calls back when the buyer returns to it, from
 * another tab or with the back button from the gateway's page.
 *
 * Another tab may have started or paid something, and after a back navigation
 * the browser shows the page as it was left.
 *
 * A return changes both in one update, so an effect that depends on them runs
 * once. On a server the page counts as visible.
 */
export function usePresence(onReturn: () => void): boolean {
  const latest = useLatest(onReturn)
  const [present, setPresent] = useState(isShown)
  useEffect(() => {
    let away = !isShown()
    const leave = (): void => {
      away = true
      setPresent(false)
    }
    const comeBack = (): void => {
      // A page restored from the browser's cache fires two events for one
      // return.
      if (away && isShown()) {
        away = false
        latest.current()
        setPresent(true)
      }
    }
    const onVisibilityChange = (): void => {
      if (isShown()) {
        comeBack()
      } else {
        leave()
      }
    }
    document.addEventListener("visibilitychange", onVisibilityChange)
    addEventListener("pagehide", leave)
    addEventListener("pageshow", comeBack)
    return () => {
      document.removeEventListener("visibilitychange", onVisibilityChange)
      removeEventListener("pagehide", leave)
      removeEventListener("pageshow", comeBack)
    }
  }, [latest])
  return present
}

function isShown(): boolean {
  return (
    typeof document === "undefined" || document.visibilityState !== "hidden"
  )
}

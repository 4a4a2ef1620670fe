"use client"

import { useEffect, useRef } from "react"
import { isPageHidden } from "../wait.ts"

/**
 * Calls back when the buyer returns to the page, by switching tabs or with the
 * back button from the gateway's page. Once, although a page restored from the
 * browser's cache fires two events.
 */
export function useReturn(onReturn: () => void): void {
  const latest = useLatest(onReturn)
  useEffect(() => {
    let isAway = isPageHidden()
    const leave = (): void => {
      isAway = true
    }
    const change = (): void => {
      const isReturn = isAway && !isPageHidden()
      isAway = isPageHidden()
      if (isReturn) {
        latest.current()
      }
    }
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

/**
 * A ref to the latest value. Effects that use it don't run again for inline
 * callbacks and connections.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

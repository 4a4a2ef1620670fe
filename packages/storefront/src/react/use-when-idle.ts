"use client"

import { useCallback, useEffect, useRef } from "react"

/**
 * Returns a function whose promise resolves once the page is no longer busy, or
 * is gone.
 */
export function useWhenIdle(isBusy: boolean): () => Promise<void> {
  const waiting = useRef<(() => void)[]>([])
  const release = useCallback(() => {
    waiting.current.splice(0).forEach((resolve) => resolve())
  }, [])
  useEffect(() => {
    if (!isBusy) {
      release()
    }
  })
  useEffect(() => release, [release])
  return () => new Promise((resolve) => waiting.current.push(resolve))
}

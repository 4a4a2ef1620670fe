"use client"

import { useEffect, useState } from "react"

/**
 * The time until then, such as `9:05` or `23:59:12`; null before the page is
 * alive, so that the server and the browser render the same.
 *
 * @param until ISO 8601; null: nothing is counted
 */
export function useTimeLeft(until: string | null): string | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (!until) {
      return
    }
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return until && now ? clock(Date.parse(until) - now) : null
}

/** @param ms below zero there is nothing left */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3_600)
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0")))
    .join(":")
}

"use client"

import { useEffect, useState } from "react"

/**
 * The time left, such as `9:05` or `23:59:12`. Null before hydration, so that
 * server and browser render the same.
 *
 * @param until ISO 8601; null shows no time
 * @param offsetMs the store's clock minus the device's; absent while unknown
 */
export function useTimeLeft(
  until: string | null,
  offsetMs: number | undefined
): string | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (!until) {
      return
    }
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return now === null ? null : timeLeft(until, now, offsetMs)
}

/**
 * The time left by the store's clock.
 *
 * @param now the device's time, in milliseconds
 */
export function timeLeft(
  until: string | null,
  now: number,
  offsetMs: number | undefined
): string | null {
  return until && offsetMs !== undefined
    ? clock(Date.parse(until) - now - offsetMs)
    : null
}

/** @param ms negative values count as zero */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3_600)
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0")))
    .join(":")
}

"use client"

import { useEffect, useState } from "react"

/**
 * The time until then, such as `9:05` or `23:59:12`; null before the page is
 * alive, so that the server and the browser render the same.
 *
 * @param until ISO 8601; null: nothing is counted
 * @param offsetMs the store's clock minus the device's; absent: not known yet
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

/** By the store's clock. @param now the device's, in milliseconds */
export function timeLeft(
  until: string | null,
  now: number,
  offsetMs: number | undefined
): string | null {
  return until && offsetMs !== undefined
    ? clock(Date.parse(until) - now - offsetMs)
    : null
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

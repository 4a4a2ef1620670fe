"use client"

import { useEffect, useState } from "react"

/** Orders are placed within a second. A longer wait needs an explanation. */
const LATE_MS = 5_000

/** Whether the wait is unusually long. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isWaiting) {
      return
    }
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isLate && isWaiting
}

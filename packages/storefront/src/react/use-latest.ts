"use client"

import { useEffect, useRef } from "react"

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

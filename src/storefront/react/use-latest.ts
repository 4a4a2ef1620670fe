"use client"

import { useEffect, useRef } from "react"

/** The newest props for what runs later: a callback or a connection written inline starts nothing anew. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

"use client"

import { useSyncExternalStore } from "react"

/** Whether the page is before somebody's eyes; on a server it counts as if. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState !== "hidden",
    () => true
  )
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange)
  return () => document.removeEventListener("visibilitychange", onChange)
}

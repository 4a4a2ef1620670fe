import {
  constants,
  monitorEventLoopDelay,
  type PerformanceEntry,
  PerformanceObserver,
} from "node:perf_hooks"
import { memoryInUse } from "./memory"

/** The state of a process over a time. */
export type Sampled = {
  /** Peak growth of RSS in bytes, garbage included. */
  growth: number
  /**
   * Peak growth of the heap in bytes that a full garbage collection left. Such
   * collections are rare, and are not forced.
   */
  live: number
  /** 99th percentile of the event loop's delay, in milliseconds. */
  delay: number
}

const EVERY_MS = 25

/** Delays are measured by a timer, whose own interval counts as well. */
const RESOLUTION_MS = 1
const NS_PER_MS = 1e6

/** Samples this process until the returned function is called. */
export function startSampling(): () => Sampled {
  const { rss, heap } = memoryInUse()
  let peak = rss
  let livePeak = heap
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, EVERY_MS)
  const collections = new PerformanceObserver((list) => {
    const isFull = list.getEntries().some(isFullCollection)
    if (isFull) {
      livePeak = Math.max(livePeak, process.memoryUsage().heapUsed)
    }
  })
  collections.observe({ entryTypes: ["gc"] })
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return () => {
    clearInterval(timer)
    delays.disable()
    collections.disconnect()
    return {
      growth: peak - rss,
      live: livePeak - heap,
      delay: delays.percentile(99) / NS_PER_MS - RESOLUTION_MS,
    }
  }
}

function isFullCollection(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { detail?: { kind?: number } }
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

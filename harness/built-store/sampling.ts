import { monitorEventLoopDelay } from "node:perf_hooks"
import { memoryInUse } from "./memory"

/** The state of a process over a time. */
export type Sampled = {
  /** Peak growth of RSS in bytes, garbage included. */
  growth: number
  /** 99th percentile of the event loop's delay, in milliseconds. */
  delay: number
}

const EVERY_MS = 25

/** Delays are measured by a timer, whose own interval counts as well. */
const RESOLUTION_MS = 1
const NS_PER_MS = 1e6

/** Samples this process until the returned function is called. */
export function startSampling(): () => Sampled {
  const { rss } = memoryInUse()
  let peak = rss
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, EVERY_MS)
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return () => {
    clearInterval(timer)
    delays.disable()
    return {
      growth: peak - rss,
      delay: delays.percentile(99) / NS_PER_MS - RESOLUTION_MS,
    }
  }
}

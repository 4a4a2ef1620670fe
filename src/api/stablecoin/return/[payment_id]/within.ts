import { setTimeout } from "node:timers/promises"

/**
 * Waits at most this long. The work itself continues.
 *
 * @throws the work's error, or one that names the limit
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = setTimeout(ms, undefined, {
    signal: timer.signal,
    ref: false,
  }).then(() => {
    throw new Error(`No result within ${ms / 1000} s.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    timer.abort()
  }
}

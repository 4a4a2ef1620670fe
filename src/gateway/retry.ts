import { setTimeout as wait } from "node:timers/promises"
import { GatewayError } from "./gateway-error"

export type RetryPolicy = {
  /** Maximum number of retries after the first attempt. */
  retries: number
  /** Milliseconds before the first retry; doubles with each. */
  baseMs: number
  /** Maximum wait in milliseconds. */
  capMs: number
  /** Aborts waiting: the last error is thrown at once. */
  signal: AbortSignal
}

const TRANSIENT_STATUSES = [429, 502, 503, 504]

/** Whether the error is transient (of the 5xx, only a proxy's). */
function isPassing(error: GatewayError): boolean {
  return error.status === undefined
    ? error.code === "network" || error.code === "timeout"
    : TRANSIENT_STATUSES.includes(error.status)
}

/**
 * Parses a `Retry-After` header: seconds or an HTTP date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds to wait, 0 for a past date, undefined if absent or
 *   invalid
 */
export function parseRetryAfter(
  header: string | string[] | undefined,
  now: number
): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) {
    return undefined
  }
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000
  }
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

/**
 * Returns the milliseconds to wait before retry number `turn` (0 is the first),
 * with jitter. `Retry-After` is a minimum, and jitter is added so that waiting
 * callers do not retry together. Returns undefined if the gateway requests more
 * than the cap: the call is not retried, and the caller receives
 * `retryAfterMs`.
 */
export function delayBefore(
  turn: number,
  retryAfterMs: number | undefined,
  { baseMs, capMs }: Pick<RetryPolicy, "baseMs" | "capMs">
): number | undefined {
  if (retryAfterMs !== undefined) {
    return retryAfterMs > capMs
      ? undefined
      : Math.min(capMs, retryAfterMs + baseMs * Math.random())
  }
  const longest = Math.min(capMs, baseMs * 2 ** turn)
  return (longest * (1 + Math.random())) / 2
}

/**
 * Runs an attempt, and retries it after transient errors. Only for calls that
 * are safe to repeat.
 *
 * @throws GatewayError of the last attempt
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy
): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (
        !(error instanceof GatewayError) ||
        !isPassing(error) ||
        turn >= policy.retries
      ) {
        throw error
      }
      const delay = delayBefore(turn, error.retryAfterMs, policy)
      if (delay === undefined) {
        throw error
      }
      await wait(delay, undefined, { signal: policy.signal }).catch(() => {
        throw error
      })
    }
  }
}

import { setTimeout as wait } from "node:timers/promises"
import { GatewayError } from "./gateway-error"

export type RetryPolicy = {
  /** Repetitions after the first attempt. */
  retries: number
  /** Milliseconds before the first repetition; doubles with each. */
  baseMs: number
  /** No wait is longer, in milliseconds. */
  capMs: number
  /** Ends waiting: the last error is thrown at once. */
  signal: AbortSignal
}

const TRANSIENT_STATUSES = [429, 502, 503, 504]

/** Whether the fault is one that passes by itself (of the 5xx, only a proxy's). */
function isPassing(error: GatewayError): boolean {
  return error.status === undefined
    ? error.code === "network" || error.code === "timeout"
    : TRANSIENT_STATUSES.includes(error.status)
}

/**
 * Milliseconds to wait before repetition number `turn` (0 is the first), with
 * jitter. `Retry-After` is a floor; jitter comes on top, so that many waiters
 * do not come back together. A gateway that asks for more than the cap is not
 * bothered before: undefined, and the caller gets `retryAfterMs`.
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
 * Runs an attempt, and again after a passing fault. Only for calls that are
 * safe to repeat.
 *
 * @throws GatewayError the last attempt's
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

import type { RpcCall } from "./calls"
import { newestBlockError } from "./newest-block"
import type { RpcEndpoint } from "./rpc-endpoint"
import { RpcError } from "./rpc-error"
import type { RpcResult } from "./rpc-result"

/** Rest after the first failure. It doubles with each one that follows. */
const RESTS_FOR_MS = 5_000
/** With a timeout, less than the minute between two passes. */
const RESTS_FOR_AT_MOST_MS = 40_000
/** A `Retry-After` beyond this is a mistake, or as good as an outage. */
const NAMED_AT_MOST_MS = 10 * 60_000
/** A failure that takes longer delays every caller. */
const SLOW_AFTER_MS = 2_000
/** While one request tries a slow endpoint again. */
const TRIED_WITHIN_MS = 30_000

export type Clocks = {
  /** In milliseconds, of any start. */
  now: () => number
  /** In milliseconds since 1970. */
  time: () => number
}

/**
 * An endpoint that rests after a failure. While it rests it is used last. If it
 * failed slowly, or named the time, it is not used at all: its callers get the
 * failure at once, and after the rest one request tries it again.
 */
export class RestingEndpoint {
  #until = -Infinity
  #failures = 0
  #failedAt = -Infinity
  /** Why it gets no request while it rests. */
  #blockedBy: RpcError | null = null

  constructor(
    private readonly endpoint: RpcEndpoint,
    private readonly clocks: Clocks
  ) {}

  get isResting(): boolean {
    return this.#until > this.clocks.now()
  }

  /** Sends calls in as few requests as possible. Does not throw RpcError. */
  async batch(
    calls: readonly RpcCall<unknown>[]
  ): Promise<readonly RpcResult<unknown>[]> {
    const startedAt = this.clocks.now()
    if (this.#blockedBy) {
      if (this.isResting) {
        return failed(calls, this.#blockedBy)
      }
      this.#until = startedAt + TRIED_WITHIN_MS
    }
    try {
      const results = await this.endpoint.batch(calls)
      const error = this.#errorOf(calls, results)
      if (error) {
        throw error
      }
      const limited = results.find(
        (each) => !each.ok && each.error.code === "rate_limited"
      )
      if (limited && !limited.ok) {
        this.#rest(limited.error, startedAt)
      } else {
        this.#recover(startedAt)
      }
      return results
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error
      }
      this.#rest(error, startedAt)
      return failed(calls, error)
    }
  }

  async close(): Promise<void> {
    await this.endpoint.close()
  }

  #errorOf(
    calls: readonly RpcCall<unknown>[],
    results: readonly RpcResult<unknown>[]
  ): RpcError | null {
    const { host } = this.endpoint
    return newestBlockError(calls, results, { host, time: this.clocks.time() })
  }

  #rest(error: RpcError, startedAt: number): void {
    const now = this.clocks.now()
    // Concurrent requests that fail together are one failure.
    if (startedAt >= this.#failedAt) {
      this.#failures += 1
    }
    const { retryAfterMs } = error
    const isSlow = now - startedAt >= SLOW_AFTER_MS
    this.#failedAt = now
    this.#blockedBy = isSlow || retryAfterMs !== undefined ? error : null
    this.#until =
      now +
      (retryAfterMs === undefined
        ? Math.min(
            RESTS_FOR_MS * 2 ** (this.#failures - 1),
            RESTS_FOR_AT_MOST_MS
          )
        : Math.min(retryAfterMs, NAMED_AT_MOST_MS))
  }

  #recover(startedAt: number): void {
    if (startedAt < this.#failedAt) {
      return
    }
    this.#until = -Infinity
    this.#failures = 0
    this.#blockedBy = null
  }
}

function failed(
  calls: readonly RpcCall<unknown>[],
  error: RpcError
): readonly RpcResult<never>[] {
  return calls.map(() => ({ ok: false, error }))
}

import {
  firstError,
  type RpcCall,
  RpcError,
  type RpcResult,
  type RpcResults,
} from "./calls"
import { type EndpointOptions, failed, RpcEndpoint } from "./rpc-endpoint"

/** An endpoint that failed is asked last for this time. */
const LAST_FOR_MS = 30_000
/** Each of the chains makes a block within seconds. */
const STUCK_AFTER_MS = 10 * 60_000

export type ClientOptions = EndpointOptions & {
  /** The clock in milliseconds since 1970. */
  now?: () => number
}

/**
 * The endpoints of one chain, in the merchant's order. Calls that one does not
 * answer are sent to the next. One that failed, or that is stuck at an old block,
 * is asked last for a while.
 */
export class RpcClient {
  readonly #endpoints: { endpoint: RpcEndpoint; lastUntil: number }[]
  readonly #now: () => number

  /** @param urls may contain keys, so no error quotes them */
  constructor(
    urls: readonly string[],
    { now = Date.now, ...options }: ClientOptions = {}
  ) {
    this.#now = now
    this.#endpoints = urls.map((url) => ({
      endpoint: new RpcEndpoint(url, options),
      lastUntil: 0,
    }))
  }

  /**
   * Sends calls in as few requests as possible. All results are of one endpoint,
   * the first that answers most calls: another one may lag behind it, or be of
   * another fork.
   *
   * @returns the result of each, in order
   */
  async batch<const Calls extends readonly RpcCall<unknown>[]>(
    calls: Calls
  ): Promise<RpcResults<Calls>> {
    const none = new RpcError("can be used.", "unreachable")
    let best = failed(calls, none)
    let most = -1
    for (const each of this.#inOrder()) {
      const results = await this.#ask(each.endpoint, calls)
      const error = firstError(results)
      const answered = results.filter(({ ok }) => ok).length
      const isFailure = !answered || error?.code === "rate_limited"
      each.lastUntil = isFailure ? this.#now() + LAST_FOR_MS : 0
      if (answered > most) {
        best = results
        most = answered
      }
      if (!error) {
        break
      }
    }
    return best as RpcResults<Calls>
  }

  /**
   * An endpoint that shows an old newest block knows no later transaction, so
   * its answers would contradict honest payments: none of them counts.
   */
  async #ask(
    endpoint: RpcEndpoint,
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    const results = await endpoint.batch(calls)
    const index = calls.findIndex(({ madeAt }) => madeAt)
    const newest = results[index]
    if (!newest) {
      return results
    }
    if (!newest.ok) {
      return failed(calls, newest.error)
    }
    const madeAt = calls[index]?.madeAt?.(newest.value) ?? 0
    const stuck = endpoint.error(
      "bad_answer",
      "shows no block of the last 10 minutes: its node is stuck, or this server's clock is wrong."
    )
    return this.#now() - madeAt > STUCK_AFTER_MS
      ? failed(calls, stuck)
      : results
  }

  /** In the merchant's order, those that failed last. */
  #inOrder() {
    const isLast = ({ lastUntil }: { lastUntil: number }) =>
      Number(lastUntil > this.#now())
    return [...this.#endpoints].sort(
      (one, other) => isLast(one) - isLast(other)
    )
  }
}

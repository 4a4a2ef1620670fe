import type { RpcCall } from "./calls"
import { type EndpointOptions, RpcEndpoint } from "./rpc-endpoint"
import { firstError, isAnswered, RpcError } from "./rpc-error"

/** The result of each call of a batch. */
type RpcResults<Calls extends readonly RpcCall<unknown>[]> = {
  [Index in keyof Calls]: Calls[Index] extends RpcCall<infer T>
    ? T | RpcError
    : never
}

/** An endpoint that failed is asked last for this time. */
const LAST_FOR_MS = 30_000

/**
 * The endpoints of one chain, in the merchant's order. Calls that one does not
 * answer are sent to the next. One that failed is asked last for a while.
 */
export class RpcClient {
  readonly #endpoints: { endpoint: RpcEndpoint; lastUntil: number }[]
  readonly #now: () => number

  /** @param urls may contain keys, so no error quotes them */
  constructor(urls: readonly string[], options: EndpointOptions = {}) {
    this.#now = options.now ?? Date.now
    this.#endpoints = urls.map((url) => ({
      endpoint: new RpcEndpoint(url, options),
      lastUntil: 0,
    }))
  }

  /**
   * Sends calls. All results are of one endpoint, the first that answers most
   * calls: another one may lag behind it, or be of another fork.
   *
   * @returns the result of each, in order
   */
  async batch<const Calls extends readonly RpcCall<unknown>[]>(
    calls: Calls
  ): Promise<RpcResults<Calls>> {
    const none = new RpcError("can be used.", "unreachable")
    let best: unknown[] = calls.map(() => none)
    let most = -1
    for (const each of this.#inOrder()) {
      const results = await each.endpoint.batch(calls)
      const error = firstError(results)
      const answered = results.filter(isAnswered).length
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

  /** In the merchant's order, those that failed last. */
  #inOrder() {
    const isLast = ({ lastUntil }: { lastUntil: number }) =>
      Number(lastUntil > this.#now())
    return [...this.#endpoints].sort(
      (one, other) => isLast(one) - isLast(other)
    )
  }
}

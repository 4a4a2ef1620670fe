import type { RpcCall } from "./calls"
import { type Clocks, RestingEndpoint } from "./resting-endpoint"
import type { RpcEndpoint } from "./rpc-endpoint"
import { RpcError } from "./rpc-error"
import type { RpcResult, RpcResults } from "./rpc-result"

/** Applies while no URL of a chain can be decrypted. */
const NO_ENDPOINT: RpcResult<never> = {
  ok: false,
  error: new RpcError("can be used.", { code: "unreachable", host: "" }),
}

/**
 * The endpoints of one chain, in the merchant's order. Calls that one does not
 * answer are sent to the next. One that failed, or that is stuck at an old block,
 * rests for a while: the others are asked first.
 */
export class RpcClient {
  readonly #endpoints: readonly RestingEndpoint[]

  constructor(
    endpoints: readonly RpcEndpoint[],
    { now = () => performance.now(), time = Date.now }: Partial<Clocks> = {}
  ) {
    this.#endpoints = endpoints.map(
      (endpoint) => new RestingEndpoint(endpoint, { now, time })
    )
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
    let best: readonly RpcResult<unknown>[] = calls.map(() => NO_ENDPOINT)
    let most = -1
    for (const endpoint of this.#inOrder()) {
      if (best.every(({ ok }) => ok)) {
        break
      }
      const results = await endpoint.batch(calls)
      const answered = results.filter(({ ok }) => ok).length
      if (answered > most) {
        best = results
        most = answered
      }
    }
    return best as RpcResults<Calls>
  }

  /** Waits for requests in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()))
  }

  /** Rested endpoints first, in the merchant's order. */
  #inOrder(): RestingEndpoint[] {
    return [...this.#endpoints].sort(
      (one, other) => Number(one.isResting) - Number(other.isResting)
    )
  }
}

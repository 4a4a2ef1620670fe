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
 * The endpoints of one chain, in the merchant's order. A call that one does not
 * answer is sent to the next. One that failed, or that is stuck at an old block,
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
   * Sends calls in as few requests as possible. A call for the newest block is
   * part of every request, and of several answers the oldest one counts.
   *
   * @param options `together`: the next endpoint is asked for all of them, so
   *   that their results are of one endpoint. Others may lag behind it
   * @returns the result of each, in order. An error is that of the last
   *   endpoint that was asked
   */
  async batch<const Calls extends readonly RpcCall<unknown>[]>(
    calls: Calls,
    { together = false }: { together?: boolean } = {}
  ): Promise<RpcResults<Calls>> {
    const results: RpcResult<unknown>[] = calls.map(() => NO_ENDPOINT)
    for (const endpoint of this.#inOrder()) {
      if (results.every(({ ok }) => ok)) {
        break
      }
      const left = calls.flatMap((call, index) =>
        together || call.madeAt || !results[index]?.ok ? [{ call, index }] : []
      )
      const answers = await endpoint.batch(left.map(({ call }) => call))
      left.forEach(({ call, index }, position) => {
        const [known, next] = [results[index], answers[position] ?? NO_ENDPOINT]
        results[index] =
          !together && known?.ok && !isOlder(call, next, known.value)
            ? known
            : next
      })
    }
    return results as RpcResults<Calls>
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

/** Whether an answer is a block that was made before the known one. */
function isOlder(
  { madeAt }: RpcCall<unknown>,
  next: RpcResult<unknown>,
  known: unknown
): boolean {
  return next.ok && !!madeAt && madeAt(next.value) < madeAt(known)
}

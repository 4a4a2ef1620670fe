import type { RpcCall } from "./calls"
import type { RpcEndpoint } from "./rpc-endpoint"
import { RpcError } from "./rpc-error"
import type { RpcResult, RpcResults } from "./rpc-result"

/** Time without calls after an endpoint failed and named no other. */
const RESTS_FOR_MS = 5_000
/** A `Retry-After` beyond this is a mistake, or as good as an outage. */
const RESTS_AT_MOST_MS = 10 * 60_000

/** Applies while no URL of a chain can be decrypted. */
const NO_ENDPOINT: RpcResult<never> = {
  ok: false,
  error: new RpcError("can be used.", { code: "unreachable", host: "" }),
}

type Resting = { endpoint: RpcEndpoint; until: number }

/**
 * The endpoints of one chain, in the merchant's order. A call that one does not
 * answer is sent to the next. One that failed is asked last for a while.
 */
export class RpcClient {
  readonly #endpoints: Resting[]

  /** @param now the clock in milliseconds */
  constructor(
    endpoints: readonly RpcEndpoint[],
    private readonly now: () => number = () => performance.now()
  ) {
    this.#endpoints = endpoints.map((endpoint) => ({ endpoint, until: 0 }))
  }

  /**
   * Sends calls in as few requests as possible.
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
    for (const resting of this.#inOrder()) {
      if (results.every(({ ok }) => ok)) {
        break
      }
      const left = calls.flatMap((call, index) =>
        !together && results[index]?.ok ? [] : [{ call, index }]
      )
      const answers = await this.#ask(
        resting,
        left.map(({ call }) => call)
      )
      left.forEach(({ index }, position) => {
        results[index] = answers[position] ?? NO_ENDPOINT
      })
    }
    return results as RpcResults<Calls>
  }

  /** Waits for requests in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map(({ endpoint }) => endpoint.close()))
  }

  /** Rested endpoints first, in the merchant's order. */
  #inOrder(): Resting[] {
    const now = this.now()
    const isResting = ({ until }: Resting): number => (until > now ? 1 : 0)
    return [...this.#endpoints].sort(
      (one, other) => isResting(one) - isResting(other)
    )
  }

  async #ask(
    resting: Resting,
    calls: readonly RpcCall<unknown>[]
  ): Promise<readonly RpcResult<unknown>[]> {
    try {
      const results = await resting.endpoint.batch(calls)
      const limited = results.find(
        (each) => !each.ok && each.error.code === "rate_limited"
      )
      if (limited && !limited.ok) {
        this.#rest(resting, limited.error)
      }
      return results
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error
      }
      this.#rest(resting, error)
      return calls.map(() => ({ ok: false, error }))
    }
  }

  #rest(resting: Resting, { retryAfterMs = RESTS_FOR_MS }: RpcError): void {
    resting.until = this.now() + Math.min(retryAfterMs, RESTS_AT_MOST_MS)
  }
}

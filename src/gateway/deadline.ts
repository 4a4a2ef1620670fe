import { TimeLimit } from "../shared/time-limit"
import { GatewayError, type FailedRequest } from "./gateway-error"

/** Limits the total time of a call, including all of its requests and waits. */
export class Deadline {
  readonly #limit: TimeLimit
  readonly #request: FailedRequest
  readonly #ms: number

  constructor(request: FailedRequest, ms: number) {
    this.#request = request
    this.#ms = ms
    this.#limit = new TimeLimit(ms)
  }

  /** Aborts the request in flight at the deadline. */
  get signal(): AbortSignal {
    return this.#limit.signal
  }

  /** Ends the deadline of a call that has ended. */
  end(): void {
    this.#limit.end()
  }

  /**
   * Waits for preparation of the request. It may be shared with other calls, so
   * that it continues when this call times out.
   *
   * @throws GatewayError `timeout`, never ambiguous: the request was not sent
   */
  async before<T>(preparation: Promise<T>): Promise<T> {
    const { signal } = this
    let expire = (): void => undefined
    const expired = new Promise<never>((_, reject) => {
      expire = () => reject(this.#unsent())
      signal.addEventListener("abort", expire, { once: true })
    })
    try {
      const prepared = await Promise.race([preparation, expired])
      if (signal.aborted) {
        throw this.#unsent()
      }
      return prepared
    } finally {
      signal.removeEventListener("abort", expire)
    }
  }

  #unsent(): GatewayError {
    return new GatewayError(
      `was not sent: no token arrived within ${this.#ms / 1000} s.`,
      {
        code: "timeout",
        request: this.#request,
        remedy: "Check the base URL and the network.",
      }
    )
  }
}

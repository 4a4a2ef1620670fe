/**
 * A signal that aborts after a time, or with another signal. `end` frees all of
 * it at once. Node.js keeps each `AbortSignal.timeout` and `AbortSignal.any`
 * until a full garbage collection, which adds up over thousands of requests.
 */
export class TimeLimit {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #other: AbortSignal | undefined
  readonly #follow = (): void => this.#controller.abort(this.#other?.reason)

  constructor(ms: number, other?: AbortSignal) {
    this.#other = other
    this.#timer = setTimeout(
      () => this.#controller.abort(new DOMException(MESSAGE, "TimeoutError")),
      ms
    ).unref()
    if (other?.aborted) {
      this.#follow()
    }
    other?.addEventListener("abort", this.#follow)
  }

  /** Its reason after the time is a `TimeoutError`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends the limit without aborting the signal. */
  end(): void {
    clearTimeout(this.#timer)
    this.#other?.removeEventListener("abort", this.#follow)
  }
}

const MESSAGE = "The operation was aborted due to timeout."

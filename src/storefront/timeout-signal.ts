/** A request's signal, which follows the caller's and loses patience by itself. */
export type TimeoutSignal = {
  readonly signal: AbortSignal
  /** Aborts unless this is called again within so many milliseconds; without any, it waits. */
  within(ms?: number): void
  /** Ends the request, whether it is done or not: nothing may go on behind the caller's back. */
  end(): void
}

export function timeoutSignal(signal?: AbortSignal): TimeoutSignal {
  const controller = new AbortController()
  const follow = (): void => controller.abort(signal?.reason)
  let timer: ReturnType<typeof setTimeout> | 0 | undefined
  if (signal?.aborted) {
    follow()
  }
  signal?.addEventListener("abort", follow)
  return {
    signal: controller.signal,
    within(ms) {
      clearTimeout(timer)
      timer =
        ms &&
        setTimeout(
          () => controller.abort(new Error(`No answer within ${ms} ms`)),
          ms
        )
    },
    end() {
      clearTimeout(timer)
      signal?.removeEventListener("abort", follow)
      controller.abort()
    },
  }
}

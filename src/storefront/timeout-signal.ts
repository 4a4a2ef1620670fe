/** A request's signal, which follows the caller's and times out. */
export type TimeoutSignal = {
  readonly signal: AbortSignal
  /**
   * Aborts unless called again within `ms` milliseconds. Without `ms` there is
   * no timeout.
   */
  within(ms?: number): void
  /**
   * Ends the request, finished or not, so that nothing continues in the
   * background.
   */
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

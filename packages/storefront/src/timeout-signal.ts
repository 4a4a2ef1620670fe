/**
 * Runs a request with a signal that follows the caller's and times out. When it
 * returns, nothing continues in the background.
 */
export async function withTimeoutSignal<T>(
  ms: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const controller = new AbortController()
  const follow = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) {
    follow()
  }
  signal?.addEventListener("abort", follow)
  const timer = setTimeout(
    () => controller.abort(new Error(`No answer within ${ms} ms`)),
    ms
  )
  try {
    return await act(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", follow)
    controller.abort()
  }
}

/**
 * Waits for `ms` milliseconds, or until the browser is online again.
 *
 * @throws the signal's reason when it is aborted
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const scope = globalThis as Partial<EventTarget>
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      scope.removeEventListener?.("online", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener("abort", done)
    scope.addEventListener?.("online", done)
  })
  signal?.throwIfAborted()
}

/**
 * Between half and one and a half times `ms`, so that many tabs don't retry in
 * step.
 */
export function jitter(ms: number): number {
  return ms * (0.5 + Math.random())
}

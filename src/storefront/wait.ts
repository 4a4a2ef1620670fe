/**
 * Waits, but no longer than until the browser is online again: then there is
 * something to be had.
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

/** Somewhere between half and one and a half: many tabs must not come back in step. */
export function jitter(ms: number): number {
  return ms * (0.5 + Math.random())
}

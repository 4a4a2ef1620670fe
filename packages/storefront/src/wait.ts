/** Parts of a browser that a server lacks. */
const browser = globalThis as Partial<EventTarget> & {
  document?: { visibilityState: string }
}

const EARLY = ["online", "visibilitychange", "pageshow"]

/**
 * Waits for `ms` milliseconds, or until the browser is online or the page is
 * shown again.
 *
 * @param isPoll whether a hidden page waits until it is shown
 * @throws the signal's reason when it is aborted
 */
export async function wait(
  ms: number,
  signal?: AbortSignal,
  isPoll = false
): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = (early?: Event): void => {
      if (!signal?.aborted && (isPoll || early) && isPageHidden()) {
        return
      }
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      EARLY.forEach((name) => browser.removeEventListener?.(name, end))
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener("abort", end)
    EARLY.forEach((name) => browser.addEventListener?.(name, end))
  })
  signal?.throwIfAborted()
}

/** On a server the page counts as shown. */
export function isPageHidden(): boolean {
  return browser.document?.visibilityState === "hidden"
}

/** `ms`, give or take a quarter, so that many tabs don't poll in step. */
export function jitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}

/**
 * Polls until `read` returns a truthy value, and returns it.
 *
 * @throws Error when a read that began after the timeout doesn't. A read that
 * began earlier is no proof: a busy machine may have delayed it.
 */
export async function waitFor<T>(
  what: string,
  read: () => Promise<T | null | undefined | false>,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {}
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const isLast = Date.now() >= until
    const value = await read()
    if (value) {
      return value
    }
    if (isLast) {
      throw new Error(`Waited ${timeoutMs} ms for ${what}.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

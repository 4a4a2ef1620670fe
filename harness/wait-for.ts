/**
 * Polls until `read` returns a truthy value, and returns it.
 *
 * @throws Error when it doesn't in time
 */
export async function waitFor<T>(
  what: string,
  read: () => Promise<T | null | undefined | false>,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {}
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value) {
      return value
    }
    if (Date.now() > until) {
      throw new Error(`Waited ${timeoutMs} ms for ${what}.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/**
 * Polls until `ask` returns a truthy value, and returns it.
 *
 * @throws Error when it doesn't in time
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {}
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) {
      return answer
    }
    if (Date.now() > until) {
      throw new Error(`Waited ${timeoutMs} ms for ${what}.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const TIMEOUT_MS = 4_000

/** An HTTP answer, or in one word why there was none. */
export type Visit =
  { status: number; body: string } | { failed: string; isTimeout: boolean }

/** As much of an answer as is looked at. */
const MOST_CHARACTERS = 1_000

/** One request to the store's own address: no redirects, no repetitions. */
export async function knock(
  url: string,
  init:
    | { method: "POST"; headers: Record<string, string>; body: Buffer }
    | { method?: "GET" } = {}
): Promise<Visit> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = (await response.text()).slice(0, MOST_CHARACTERS)
    return { status: response.status, body }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: unknown } }
    const isTimeout = name === "TimeoutError"
    const code = cause?.code
    return {
      // A code alone: messages may quote addresses.
      failed: isTimeout
        ? "no answer in time"
        : typeof code === "string"
          ? code
          : "no connection",
      isTimeout,
    }
  }
}

import {
  isPublicHost,
  type AddressScope,
  PRIVATE_ADDRESS,
  publicLookup,
} from "../gateway"
import { beginningOf } from "../shared/beginning-of"

const TIMEOUT_MS = 4_000

/** HTTP response, or why there was none. */
export type ProbeResponse =
  { status: number; body: string } | { failed: string; isTimeout: boolean }

/** Maximum number of bytes read of a response. */
const MOST_BYTES = 1_000

export type ProbeRequest = {
  /** `public`: nothing is sent into a private network. */
  addressScope: AddressScope
  /** Sent by POST; without it, a GET without a body is sent. */
  post?: { headers: Record<string, string>; body: Buffer }
}

/** Sends one request to the store's address, without redirects or retries. */
export async function request(
  url: string,
  { addressScope, post }: ProbeRequest
): Promise<ProbeResponse> {
  const isPublicOnly = addressScope === "public"
  if (isPublicOnly && !isPublicHost(new URL(url).hostname)) {
    return { failed: PRIVATE_ADDRESS, isTimeout: false }
  }
  const { Agent, request } = await import("undici")
  const dispatcher = new Agent({
    connect: isPublicOnly ? { lookup: publicLookup } : {},
  })
  try {
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: post ? "POST" : "GET",
      // Disables compression: a decompressed body may be a thousand times
      // larger.
      headers: { ...post?.headers, "accept-encoding": "identity" },
      body: post?.body ?? null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = await beginningOf(body, MOST_BYTES)
    const text = bytes.subarray(0, MOST_BYTES).toString("utf8")
    return { status: statusCode, body: text }
  } catch (error) {
    return failureOf(error)
  } finally {
    await dispatcher.destroy()
  }
}

/** Returns only a code, since messages may quote addresses. */
function failureOf(error: unknown): Extract<ProbeResponse, { failed: string }> {
  const { name, code } = error as Error & { code?: unknown }
  const isTimeout = name === "TimeoutError"
  const known = typeof code === "string" ? code : "no connection"
  return { failed: isTimeout ? "no answer in time" : known, isTimeout }
}

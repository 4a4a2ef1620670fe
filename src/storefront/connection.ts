import { StablecoinStoreError } from "./errors.ts"
import { timeoutSignal } from "./timeout-signal.ts"
import type { StoreConnection } from "./types.ts"

const READ_MS = 15_000
/** A start asks the gateway, and completing a cart takes its time. */
const POST_MS = 60_000

/** A store that wants more is asked again all the same. */
const LONGEST_RETRY_MS = 60 * 60_000

type Call = {
  method?: "GET" | "POST"
  body?: Record<string, unknown>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A failed request, as far as the answer describes it. */
type Refusal = { status?: number; message?: string; retryAfterMs?: number }

/**
 * Asks the store for JSON: a store that is silent for 15 seconds (60 where
 * something is to be done) can't be reached.
 *
 * @throws StablecoinStoreError with the store's own message, or with the cause when there was no answer
 * @throws the signal's reason when it was aborted
 */
export async function request<T>(
  store: StoreConnection,
  path: string,
  call: Call = {}
): Promise<T> {
  const { signal, within, end } = timeoutSignal(call.signal)
  within(call.method ? POST_MS : READ_MS)
  try {
    return await calling(path, call, async (init) =>
      "client" in store
        ? await store.client.fetch<T>(path, { ...init, signal })
        : ((await (await send(store, path, { ...init, signal })).json()) as T)
    )
  } finally {
    end()
  }
}

/** Asks the store for a stream of events, by the same rules. */
export async function openStream(
  store: StoreConnection,
  path: string,
  call: Call
): Promise<Response> {
  const headers = { accept: "text/event-stream", ...call.headers }
  return await calling(path, { ...call, headers }, async (init) =>
    "client" in store
      ? await store.client.fetch<Response>(path, init)
      : await send(store, path, init)
  )
}

/** No cache, of a browser or a framework, may answer for the store: a payment changes. */
type Init = Call & { cache: "no-store" }

async function calling<T>(
  path: string,
  { method = "GET", ...call }: Call,
  act: (init: Init) => Promise<T>
): Promise<T> {
  try {
    return await act({ ...call, method, cache: "no-store" })
  } catch (cause) {
    call.signal?.throwIfAborted()
    const { status, message, retryAfterMs } = cause as Refusal
    const request = `${method} ${path}`
    throw new StablecoinStoreError(
      status
        ? message || `The store answered ${status} to ${request}.`
        : `The store could not be reached by ${request}: ${message}`,
      { status, request, retryAfterMs, cause }
    )
  }
}

/**
 * Reads `Retry-After`, in seconds or as a date. A date is compared with the
 * store's own, where it can be read.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get("retry-after") ?? ""
  const now = Date.parse(headers.get("date") ?? "") || Date.now()
  const ms = /^\d+$/.test(after) ? +after * 1_000 : Date.parse(after) - now
  return Number.isNaN(ms)
    ? undefined
    : Math.min(Math.max(ms, 0), LONGEST_RETRY_MS)
}

/** What the JS SDK does, in as far as it is needed: anything but 2xx is thrown with its status. */
async function send(
  store: Exclude<StoreConnection, { client: unknown }>,
  path: string,
  { headers, body, ...init }: Init
): Promise<Response> {
  const response = await (store.fetch ?? fetch)(
    store.baseUrl.replace(/\/+$/, "") + path,
    {
      ...init,
      headers: {
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
        "x-publishable-api-key": store.publishableKey,
        ...store.headers,
        ...headers,
      },
      body: body && JSON.stringify(body),
    }
  )
  if (!response.ok) {
    const answer = (await response.json().catch(() => null)) as {
      message?: string
    } | null
    throw {
      status: response.status,
      message: answer?.message,
      retryAfterMs: retryAfterMs(response.headers),
    } satisfies Refusal
  }
  return response
}

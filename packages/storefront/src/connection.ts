import { StablecoinStoreError } from "./errors.ts"
import type { StoreConnection } from "./types.ts"

const READ_MS = 15_000
/** Starting a payment calls the gateway, and completing a cart is slow. */
const POST_MS = 60_000

type Call = {
  method?: "GET" | "POST"
  body?: Record<string, unknown>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A failed request, as far as the response describes it. */
type Refusal = { status?: number; message?: string; retryAfterMs?: number }

/**
 * Requests JSON from the store. Times out after 15 seconds, or 60 for a POST.
 *
 * @throws StablecoinStoreError with the store's message, or with the cause when
 * there was no response
 * @throws the signal's reason when it was aborted
 */
export async function request<T>(
  store: StoreConnection,
  path: string,
  call: Call = {}
): Promise<T> {
  return await calling(path, call, async (init) =>
    "client" in store
      ? await store.client.fetch<T>(path, init)
      : ((await (await send(store, path, init)).json()) as T)
  )
}

/** A resource, with the tag of its state. */
export type Tagged<T> = { body: T; tag: string | null }

/**
 * Reads JSON, with the same errors as `request`. Null where the store's is still
 * the one with this tag.
 */
export async function requestChanged<T>(
  store: StoreConnection,
  path: string,
  { tag, signal }: { tag: string | null; signal?: AbortSignal }
): Promise<Tagged<T> | null> {
  // For `application/json`, the JS SDK returns no headers.
  const headers = { accept: "*/*", ...(tag && { "if-none-match": tag }) }
  try {
    return await calling(path, { headers, signal }, async (init) => {
      const response =
        "client" in store
          ? await store.client.fetch<Response>(path, init)
          : await send(store, path, init)
      const body = (await response.json()) as T
      return { body, tag: response.headers.get("etag") }
    })
  } catch (error) {
    if (error instanceof StablecoinStoreError && error.status === 304) {
      return null
    }
    throw error
  }
}

/**
 * Payments change, so neither the browser nor a framework may answer from a
 * cache.
 */
type Init = Call & { cache: "no-store" }

async function calling<T>(
  path: string,
  { method = "GET", ...call }: Call,
  act: (init: Init) => Promise<T>
): Promise<T> {
  try {
    return await withTimeoutSignal(
      method === "GET" ? READ_MS : POST_MS,
      call.signal,
      async (signal) =>
        await act({ ...call, method, signal, cache: "no-store" })
    )
  } catch (cause) {
    call.signal?.throwIfAborted()
    // A custom `fetch` may throw any value.
    const { status, message, retryAfterMs } = (cause ?? {}) as Refusal
    const request = `${method} ${path}`
    throw new StablecoinStoreError(
      status
        ? message || `The store answered ${status} to ${request}.`
        : `The store could not be reached by ${request}${message ? `: ${message}` : "."}`,
      { status, request, retryAfterMs, cause }
    )
  }
}

/** Reads `Retry-After` in seconds, as the store sends it. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get("retry-after") ?? ""
  return /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined
}

/**
 * The part of the JS SDK's `fetch` that is needed here. Throws any status but
 * 2xx.
 */
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

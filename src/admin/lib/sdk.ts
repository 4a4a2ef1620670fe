import Medusa from "@medusajs/js-sdk"

/**
 * Calls the store like the admin itself, with the same base URL and session.
 */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: {
    type: __AUTH_TYPE__ ?? "session",
    jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined,
  },
})

/** The status of the store's rejection. Undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  return (error as { status?: number } | null)?.status
}

/** The code of the plugin's refusal, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return (error as Partial<RequestError> | null)?.body?.code
}

/** A rejection by the store, with the whole response. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly body: { message?: string; code?: string; params?: object } | null
  ) {
    super(body?.message)
  }
}

/**
 * Posts like the SDK, which drops all but the message of a rejection.
 *
 * @throws RequestError
 */
export async function post<T>(path: string, body?: object): Promise<T> {
  const token =
    __AUTH_TYPE__ === "jwt" ? await sdk.client.getToken() : undefined
  const base = (__BACKEND_URL__ ?? "/").replace(/\/+$/, "")
  const response = await fetch(`${base}${path}`, {
    method: "POST",
    credentials: __AUTH_TYPE__ === "jwt" ? "omit" : "include",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body && JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    throw new RequestError(response.status, answer as RequestError["body"])
  }
  return answer as T
}

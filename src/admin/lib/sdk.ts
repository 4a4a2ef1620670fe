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

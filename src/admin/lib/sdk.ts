import Medusa from "@medusajs/js-sdk"

/** Speaks to the store as the admin itself does: same address, same session. */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: {
    type: __AUTH_TYPE__ ?? "session",
    jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined,
  },
})

/** The status of the store's refusal; undefined where it gave no answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as { status?: number } | null)?.status
}

import type {
  AdminFieldErrors,
  AdminSettingsConflict,
  AdminSettingsResponse,
  AdminUpdateSettings,
} from "../../http-types"
import { sdk } from "./sdk"

export type FieldErrors = AdminFieldErrors["errors"]

/** The outcome of a change. */
export type SaveAnswer =
  | { kind: "saved"; settings: AdminSettingsResponse["settings"] }
  | { kind: "invalid"; message: string; errors: FieldErrors }
  | { kind: "conflict"; conflict: AdminSettingsConflict }

/**
 * Saves settings. Uses `fetch` like the SDK does, because the SDK drops the
 * field errors in the body of a rejection.
 *
 * @throws Error with the response's `status` for any other rejection
 */
export async function saveSettings(
  change: AdminUpdateSettings
): Promise<SaveAnswer> {
  const response = await fetch(`${baseUrl()}/admin/stablecoin/settings`, {
    method: "POST",
    credentials: __AUTH_TYPE__ === "jwt" ? "omit" : "include",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(await authorization()),
    },
    body: JSON.stringify(change),
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    const { settings } = body as AdminSettingsResponse
    return { kind: "saved", settings }
  }
  if (response.status === 400 && isFieldErrors(body)) {
    return { kind: "invalid", message: body.message, errors: body.errors }
  }
  if (response.status === 409 && isConflict(body)) {
    return { kind: "conflict", conflict: body }
  }
  throw Object.assign(new Error(messageOf(body) ?? response.statusText), {
    status: response.status,
  })
}

const CONFLICTS: readonly AdminSettingsConflict["code"][] = [
  "unverified",
  "live",
  "test",
  "exchange_rate",
  "changed",
]

/** Without a trailing slash. Empty for the page's own origin. */
function baseUrl(): string {
  return (__BACKEND_URL__ ?? "/").replace(/\/+$/, "")
}

async function authorization(): Promise<Record<string, string>> {
  const token = __AUTH_TYPE__ === "jwt" ? await sdk.client.getToken() : null
  return token ? { authorization: `Bearer ${token}` } : {}
}

function isFieldErrors(body: unknown): body is AdminFieldErrors {
  return Array.isArray((body as Partial<AdminFieldErrors> | null)?.errors)
}

function isConflict(body: unknown): body is AdminSettingsConflict {
  const code = (body as Partial<AdminSettingsConflict> | null)?.code
  return CONFLICTS.some((known) => known === code)
}

function messageOf(body: unknown): string | undefined {
  return (body as { message?: string } | null)?.message
}

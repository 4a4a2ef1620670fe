import type {
  AdminFieldErrors,
  AdminSettingsConflict,
  AdminSettingsResponse,
  AdminUpdateSettings,
} from "../../http-types"
import { SETTINGS_PATH } from "./settings"
import { post, type RequestError } from "./sdk"

export type FieldErrors = AdminFieldErrors["errors"]

/** The outcome of a change. */
export type SaveAnswer =
  | { kind: "saved"; saved: AdminSettingsResponse }
  | { kind: "invalid"; message: string; errors: FieldErrors }
  | { kind: "conflict"; conflict: AdminSettingsConflict }

/** @throws RequestError for any other rejection */
export async function saveSettings(
  change: AdminUpdateSettings
): Promise<SaveAnswer> {
  try {
    const saved = await post<AdminSettingsResponse>(SETTINGS_PATH, change)
    return { kind: "saved", saved }
  } catch (error) {
    const { status, body } = error as Partial<RequestError>
    if (status === 400 && isFieldErrors(body)) {
      return { kind: "invalid", message: body.message, errors: body.errors }
    }
    if (status === 409 && isConflict(body)) {
      return { kind: "conflict", conflict: body }
    }
    throw error
  }
}

const CONFLICTS: readonly AdminSettingsConflict["code"][] = [
  "unverified",
  "live",
  "test",
  "exchange_rate",
  "changed",
]

function isFieldErrors(body: unknown): body is AdminFieldErrors {
  return Array.isArray((body as Partial<AdminFieldErrors> | null)?.errors)
}

function isConflict(body: unknown): body is AdminSettingsConflict {
  const code = (body as Partial<AdminSettingsConflict> | null)?.code
  return CONFLICTS.some((known) => known === code)
}

import { isDeepStrictEqual } from "node:util"
import type { AdminSettingsChange } from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { Config } from "./config"
import type { Draft } from "./draft"
import { toFieldError } from "./field-error"
import type { EffectiveSettings } from "./effective-settings"
import { setInConfig } from "./plan-values"
import { type Binding, sealClientSecret } from "./secrets"
import { clientSecretKey } from "./stored"
import { typedSecret } from "./typed"

export const HOW_TO_MAKE_A_KEY =
  "Secrets are stored encrypted, and there is no encryption key yet. Generate one with `openssl rand -base64 32`, set it as encryptionKeys in medusa-config.ts, and restart the store."

export type SecretPlan = {
  rail: Rail
  change: AdminSettingsChange
  config: Config
  before: EffectiveSettings
  /** Base URL and client id of the client secrets after the change. */
  binding: Binding
}

/**
 * Validates a typed client secret. A blank one keeps the stored secret.
 *
 * @returns the secret after the change, and the replaced or removed one of the
 * same account, which the gateway may still sign with
 */
export function planClientSecret(
  draft: Draft,
  { rail, change, config, before, binding }: SecretPlan
): { secret: string | null; replaced: string | null } {
  const key = clientSecretKey(rail)
  const old = before.clientSecrets[rail]
  const kept = { secret: old.secret, replaced: null }
  const isSameAccount = isDeepStrictEqual(before.bindings[rail], binding)
  const typed = change[rail]?.client_secret
  if (typed === undefined) {
    return kept
  }
  const secret = typed === null ? null : readSecret(draft, key, typed)
  if (secret === "") {
    return kept
  }
  if (old.source === "config") {
    draft.refuse(key, setInConfig(`${rail}.clientSecret`))
    return kept
  }
  if (secret === null) {
    draft.remove(key)
    return { secret: null, replaced: isSameAccount ? old.secret : null }
  }
  if (config.keys.isEmpty) {
    draft.refuse(key, HOW_TO_MAKE_A_KEY)
    return kept
  }
  if (isSameAccount && secret === old.secret) {
    return kept
  }
  draft.set(key, sealClientSecret(rail, secret, binding, config.keys))
  return { secret, replaced: isSameAccount ? old.secret : null }
}

/** @returns the typed secret, or "" when it is blank or invalid */
export function readSecret(draft: Draft, path: string, typed: string): string {
  const read = typedSecret.safeParse(typed)
  draft.refuseAll(
    (read.error?.issues ?? []).map((issue) => toFieldError(path, issue))
  )
  return read.data ?? ""
}

import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import { RAILS } from "../../../ledger"
import type { SettingRow, SettingsWrite } from "../repository/settings/settings"
import type { Config } from "./config"
import { Draft } from "./draft"
import { type EffectiveSettings, mergeSettings } from "./effective-settings"
import { planClientSecret } from "./plan-client-secret"
import { planChains, planValues } from "./plan-values"
import { planWebhookSecrets } from "./plan-webhook-secrets"
import { clientSecretKey, readStored } from "./stored"

/** The planned result of a change, or its errors. */
export type Plan =
  | { ok: false; errors: AdminFieldError[] }
  | {
      ok: true
      write: SettingsWrite
      before: EffectiveSettings
      after: EffectiveSettings
    }

/**
 * Validates an admin's change against the stored settings and the config. Calls
 * no gateway and writes nothing.
 */
export function planChange(
  change: AdminSettingsChange,
  config: Config,
  rows: readonly SettingRow[],
  now: Date
): Plan {
  const stored = readStored(rows)
  const before = mergeSettings(config, stored)
  const draft = new Draft(rows)
  const effectiveAfter = () => mergeSettings(config, readStored(draft.after))

  planValues(draft, change, before, stored)
  const { bindings } = effectiveAfter()
  for (const rail of RAILS) {
    const plan = { rail, change, config, before, binding: bindings[rail] }
    const client = planClientSecret(draft, plan)
    planWebhookSecrets(draft, { ...plan, stored, client, now })
  }
  const after = effectiveAfter()
  planChains(draft, after)
  refuseStraySecrets(draft, before, after)
  return draft.errors.length
    ? { ok: false, errors: draft.errors }
    : { ok: true, write: draft.write, before, after }
}

/**
 * Rejects a change of base URL or client id that makes a working secret
 * unusable.
 */
function refuseStraySecrets(
  draft: Draft,
  before: EffectiveSettings,
  after: EffectiveSettings
): void {
  for (const rail of RAILS) {
    const works = (effective: EffectiveSettings) =>
      effective.clientSecrets[rail].secret !== null
    const isKept = after.clientSecrets[rail].source === "admin"
    if (works(before) && isKept && !works(after)) {
      draft.refuse(
        clientSecretKey(rail),
        "The base URL or the client id changes: enter the secret again, so that it is not sent to an address it was not meant for, or remove it."
      )
    }
  }
}

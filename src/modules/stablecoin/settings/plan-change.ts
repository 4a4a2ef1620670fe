import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import { RAILS } from "../../../ledger"
import { planAccounts } from "../accounts/plan-accounts"
import type { SettingsWrite, StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import { Draft } from "./draft"
import {
  type EffectiveSettings,
  mergeSettings,
  storedValues,
} from "./effective-settings"
import { planChains, planValues } from "./plan-values"

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
  rows: StoredRows,
  now: Date
): Plan {
  const draft = new Draft(rows)
  planValues(draft, change, config, storedValues(rows))
  for (const rail of RAILS) {
    planAccounts(draft, { rail, change, config, rows: rows.accounts, now })
  }
  const after = mergeSettings(config, draft.after)
  planChains(draft, after)
  return draft.errors.length
    ? { ok: false, errors: draft.errors }
    : {
        ok: true,
        write: draft.write,
        before: mergeSettings(config, rows),
        after,
      }
}

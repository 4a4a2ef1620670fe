import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import type { SettingRow, SettingsWrite } from "../repository/settings/settings"
import type { Config } from "./config"
import { type Confirmation, confirmChange } from "./confirm"
import { planChange } from "./plan-change"
import { revokeSecrets } from "./revoke-secrets"
import { readStored } from "./stored"

/** Why a change is not saved. */
export type RefusedChange =
  | { saved: false; refused: "invalid"; errors: AdminFieldError[] }
  | ({ saved: false; refused: "warned" } & Omit<
      Extract<Confirmation, { ok: false }>,
      "ok"
    >)

/** A valid and confirmed change. */
export type PreparedChange = {
  /** Plans the write in its transaction. Null: nothing changes. */
  write(current: readonly SettingRow[]): SettingsWrite | null
}

/**
 * Validates an admin's change. The gateway must confirm the credentials, or the
 * admin must confirm the warning. Writes nothing.
 */
export async function prepareChange(
  change: AdminSettingsChange,
  config: Config,
  rows: readonly SettingRow[]
): Promise<PreparedChange | RefusedChange> {
  const plan = planChange(change, config, rows, new Date())
  if (!plan.ok) {
    return { saved: false, refused: "invalid", errors: plan.errors }
  }
  const confirmed = await confirmChange(plan, readStored(rows), change.confirm)
  if (!confirmed.ok) {
    const { code, rail, test } = confirmed
    return { saved: false, refused: "warned", code, rail, test }
  }
  return {
    write: (current) => {
      // Planned again: secrets may have been re-encrypted meanwhile.
      const again = planChange(change, config, current, new Date())
      return again.ok && again.write.fields.length
        ? {
            ...again.write,
            put: [...again.write.put, ...confirmed.modes],
            fields: [
              ...again.write.fields,
              ...confirmed.overridden.map((code) => `confirmed:${code}`),
            ],
            reseal: revokeSecrets(again, config.keys),
          }
        : null
    },
  }
}

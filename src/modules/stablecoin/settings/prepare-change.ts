import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import type { SettingsWrite, StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import { type Confirmation, confirmChange } from "./confirm"
import { planChange } from "./plan-change"

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
  write(current: StoredRows): SettingsWrite | null
}

/**
 * Validates an admin's change. The gateway must confirm the credentials, or the
 * admin must confirm the warning. Writes nothing.
 */
export async function prepareChange(
  change: AdminSettingsChange,
  config: Config,
  rows: StoredRows
): Promise<PreparedChange | RefusedChange> {
  const plan = planChange(change, config, rows, new Date())
  if (!plan.ok) {
    return { saved: false, refused: "invalid", errors: plan.errors }
  }
  const confirmed = await confirmChange(plan, rows.accounts, change.confirm)
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
            accounts: again.write.accounts.map((row) => ({
              ...row,
              ...confirmed.modes.find(({ key }) => key === row.key),
            })),
            fields: [
              ...again.write.fields,
              ...confirmed.overridden.map((code) => `confirmed:${code}`),
            ],
          }
        : null
    },
  }
}

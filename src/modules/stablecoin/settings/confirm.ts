import { isDeepStrictEqual } from "node:util"
import { modeOfClient } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminFieldError,
  AdminSettingsChange,
  AdminSettingsConflict,
  SettingsWarning,
} from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import { DOLLAR } from "../../../settings"
import { testCredentials } from "../gateway/connection-test"
import { type Credentials, credentialsOf } from "../accounts/account"
import { type KnownMode, knownMode, movesTo } from "../accounts/mode"
import type { SettingsWrite, StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import { type Plan, planChange } from "./plan-change"
import type { Settings } from "./settings"

/** Why a change is not saved. */
export type RefusedChange =
  | { saved: false; refused: "invalid"; errors: AdminFieldError[] }
  | ({ saved: false; refused: "warned" } & Warning)

/** A warning that the admin has to confirm. */
type Warning = Pick<AdminSettingsConflict, "rail" | "test"> & {
  code: SettingsWarning
}

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
  const tested = await testChanged(plan)
  const warnings = warningsOf(plan, tested)
  const unconfirmed = warnings.find(
    ({ code }) => !change.confirm?.includes(code)
  )
  if (unconfirmed) {
    return { saved: false, refused: "warned", ...unconfirmed }
  }
  return {
    write: (current) => {
      // Planned again: secrets may have been re-encrypted meanwhile.
      const again = planChange(change, config, current, new Date())
      if (!again.ok || !again.write.fields.length) {
        return null
      }
      const { accounts, fields, ...write } = again.write
      const confirmed = new Set(warnings.map(({ code }) => `confirmed:${code}`))
      return {
        ...write,
        accounts: accounts.map((row) => {
          const { test } =
            tested.find(({ entered }) => entered.account === row.key) ?? {}
          return test?.ok
            ? { ...row, mode: test.mode, sandbox: test.sandbox }
            : row
        }),
        fields: [...fields, ...confirmed],
      }
    },
  }
}

type ValidPlan = Extract<Plan, { ok: true }>

/** Credentials that a change enters, with the gateway's answer. */
type Tested = { rail: Rail; entered: Credentials; test: AdminConnectionTest }

/** Tests changed credentials that are complete. */
async function testChanged({ before, after }: ValidPlan): Promise<Tested[]> {
  const changed = RAILS.flatMap((rail) => {
    const entered = credentialsOf(after.accounts[rail])
    const known = credentialsOf(before.accounts[rail])
    return entered && !isDeepStrictEqual(entered, known)
      ? { rail, entered }
      : []
  })
  return await Promise.all(
    changed.map(async ({ rail, entered }) => ({
      rail,
      entered,
      test: await testCredentials(rail, entered),
    }))
  )
}

/**
 * Warns when the gateway does not confirm credentials, of a move between test
 * and live, and of coins for a currency other than the dollar. The mode is
 * compared with that of the last account, so that two changes can't bypass the
 * warning.
 */
function warningsOf(
  { before, after }: ValidPlan,
  tested: readonly Tested[]
): Warning[] {
  return [
    ...(sellsOneToOne(before, after)
      ? [{ code: "exchange_rate" as const }]
      : []),
    ...tested.flatMap(({ rail, test }) =>
      test.ok ? [] : [{ code: "unverified" as const, rail, test }]
    ),
    ...tested.flatMap(({ rail, test, entered: { account, clientId } }) => {
      // A mode that is not known to be test may be live.
      const mode = test.ok ? test.mode : modeOfClient(clientId)
      const code = movesTo({ account, mode }, lastOf(before, rail))
      return code ? [{ code, rail, test }] : []
    }),
  ]
}

/** Whether a currency is new whose unit is worth another sum than a coin. */
function sellsOneToOne(before: Settings, after: Settings): boolean {
  const known = currenciesOf(before)
  return currenciesOf(after).some(
    (code) => code !== DOLLAR && !known.includes(code)
  )
}

function currenciesOf({ values }: Settings): string[] {
  return Object.keys(values["general.currencies"]?.value ?? {})
}

/** The mode of the account before, or of the last one if there is none now. */
function lastOf(before: Settings, rail: Rail): KnownMode | null {
  const { accounts: rows } = before.rows
  const current = credentialsOf(before.accounts[rail])
  const [newest] = rows
    .filter((row) => row.rail === rail)
    .sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1))
  const last =
    current ?? (newest && { account: newest.key, clientId: newest.client_id })
  return last ? knownMode(rail, last, rows) : null
}

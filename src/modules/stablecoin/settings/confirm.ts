import { isDeepStrictEqual } from "node:util"
import { modeOfClient } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminSettingsConflict,
  SettingsWarning,
} from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import { testCredentials } from "../gateway/connection-test"
import { type Credentials, credentialsOf } from "../accounts/account"
import { type KnownMode, knownMode, movesTo } from "../accounts/mode"
import type { SettingsWrite } from "../repository/settings/settings"
import type { Plan } from "./plan-change"
import type { Settings } from "./settings"

/** A warning that the admin has to confirm. */
export type Warning = Pick<AdminSettingsConflict, "rail" | "test"> & {
  code: SettingsWarning
}

type ValidPlan = Extract<Plan, { ok: true }>

/** Credentials that a change enters, with the gateway's answer. */
export type Tested = {
  rail: Rail
  entered: Credentials
  test: AdminConnectionTest
}

/** Tests changed credentials that are complete. */
export async function testChanged({
  before,
  after,
}: ValidPlan): Promise<Tested[]> {
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
 * Warns when the gateway does not confirm credentials, and of a move between
 * test and live. The mode is compared with that of the last account, so that two
 * changes can't bypass the warning.
 */
export function warningsOf(
  { before }: ValidPlan,
  tested: readonly Tested[]
): Warning[] {
  return [
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

/**
 * Adds the modes that the gateway reported, and the warnings, which the admin
 * has confirmed.
 *
 * @returns null when nothing changes
 */
export function confirmedWrite(
  { accounts, fields, ...write }: SettingsWrite,
  tested: readonly Tested[],
  warnings: readonly Warning[]
): SettingsWrite | null {
  const confirmed = new Set(warnings.map(({ code }) => `confirmed:${code}`))
  return fields.length
    ? {
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
    : null
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

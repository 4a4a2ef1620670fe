import { isDeepStrictEqual } from "node:util"
import { modeOfClient } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminSettingsChange,
  SettingsWarning,
} from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import { DOLLAR } from "../../../settings"
import { testCredentials } from "../gateway/connection-test"
import { type Credentials, credentialsOf } from "../accounts/account"
import { type KnownMode, knownMode, movesTo } from "../accounts/mode"
import type { AccountMode, AccountRow } from "../repository/accounts/accounts"
import type { EffectiveSettings } from "./effective-settings"
import type { Plan } from "./plan-change"

/**
 * A warning that the admin has to confirm, or the modes of the tested accounts
 * and the overridden warnings to store.
 */
export type Confirmation =
  | {
      ok: false
      code: SettingsWarning
      rail?: Rail
      test?: AdminConnectionTest
    }
  | {
      ok: true
      modes: Pick<AccountMode, "key" | "mode" | "sandbox">[]
      overridden: SettingsWarning[]
    }

/**
 * Tests changed credentials that are complete. Warns when the gateway does not
 * confirm them, of a move between test and live, and of coins for a currency
 * other than the dollar. The mode is compared with that of the last account, so
 * that two changes can't bypass the warning.
 */
export async function confirmChange(
  { before, after }: Extract<Plan, { ok: true }>,
  rows: readonly AccountRow[],
  confirm: AdminSettingsChange["confirm"] = []
): Promise<Confirmation> {
  const tested = await Promise.all(
    RAILS.flatMap((rail) => {
      const credentials = currentOf(after, rail)
      return credentials &&
        !isDeepStrictEqual(credentials, currentOf(before, rail))
        ? [testAccount(rail, credentials)]
        : []
    })
  )
  const overridden = new Set<SettingsWarning>()
  const isWanted = (code: SettingsWarning) => {
    overridden.add(code)
    return confirm.includes(code)
  }
  if (sellsOneToOne(before, after) && !isWanted("exchange_rate")) {
    return { ok: false, code: "exchange_rate" }
  }
  for (const { rail, test } of tested) {
    if (!test.ok && !isWanted("unverified")) {
      return { ok: false, code: "unverified", rail, test }
    }
  }
  for (const { rail, test, account, clientId } of tested) {
    // A mode that is not known to be test may be live.
    const mode = test.ok ? test.mode : modeOfClient(clientId)
    const code = movesTo({ account, mode }, lastOf(before, rail, rows))
    if (code && !isWanted(code)) {
      return { ok: false, code, rail, test }
    }
  }
  const modes = tested.flatMap(({ account: key, test }) =>
    test.ok ? { key, mode: test.mode, sandbox: test.sandbox } : []
  )
  return { ok: true, modes, overridden: [...overridden] }
}

/** Whether a currency is new whose unit is worth another sum than a coin. */
function sellsOneToOne(
  before: EffectiveSettings,
  after: EffectiveSettings
): boolean {
  const known = currenciesOf(before)
  return currenciesOf(after).some(
    (code) => code !== DOLLAR && !known.includes(code)
  )
}

function currenciesOf({ values }: EffectiveSettings): string[] {
  return Object.keys(values["general.currencies"]?.value ?? {})
}

/** The mode of the account before, or of the last one if there is none now. */
function lastOf(
  before: EffectiveSettings,
  rail: Rail,
  rows: readonly AccountRow[]
): KnownMode | null {
  const current = currentOf(before, rail)
  const [newest] = rows
    .filter((row) => row.rail === rail)
    .sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1))
  const last =
    current ?? (newest && { account: newest.key, clientId: newest.client_id })
  return last ? knownMode(rail, last, rows) : null
}

async function testAccount(rail: Rail, credentials: Credentials) {
  const { account, clientId } = credentials
  const test = await testCredentials(rail, credentials)
  return { rail, account, clientId, test }
}

/** The effective credentials, if they are complete. */
function currentOf(
  { accounts }: EffectiveSettings,
  rail: Rail
): Credentials | null {
  return credentialsOf(accounts.current[rail].account)
}

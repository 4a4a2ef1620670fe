import { isDeepStrictEqual } from "node:util"
import { modeOfClient } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminSettingsChange,
  SettingsWarning,
} from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import { DOLLAR } from "../../../settings"
import {
  testCredentials,
  type WholeCredentials,
} from "../gateway/connection-test"
import type { SettingRow } from "../repository/settings/settings"
import type { EffectiveSettings } from "./effective-settings"
import { accountMode, accountOf, movesTo } from "./mode"
import type { Plan } from "./plan-change"
import { modeKey, type RememberedMode, type StoredSettings } from "./stored"

/**
 * A warning that the admin has to confirm, or the modes and the overridden
 * warnings to store.
 */
export type Confirmation =
  | {
      ok: false
      code: SettingsWarning
      rail?: Rail
      test?: AdminConnectionTest
    }
  | { ok: true; modes: SettingRow[]; overridden: SettingsWarning[] }

/**
 * Tests changed credentials that are complete. Warns when the gateway does not
 * confirm them, of a move between test and live, and of coins for a currency
 * other than the dollar. The mode is compared with that of the last complete
 * credentials, so that two changes can't bypass the warning.
 */
export async function confirmChange(
  { before, after }: Extract<Plan, { ok: true }>,
  { modes }: StoredSettings,
  confirm: AdminSettingsChange["confirm"] = []
): Promise<Confirmation> {
  const tested = await Promise.all(
    RAILS.flatMap((rail) => {
      const credentials = credentialsOf(after, rail)
      return credentials &&
        !isDeepStrictEqual(credentials, credentialsOf(before, rail))
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
  for (const { rail, test, clientId } of tested) {
    const account = accountOf(rail, after.bindings[rail])
    // A mode that is not known to be test may be live.
    const mode = test.ok ? test.mode : modeOfClient(clientId)
    const last = wholeOf(before, rail, modes) ?? modes[rail]
    const code = movesTo({ account, mode }, last)
    if (code && !isWanted(code)) {
      return { ok: false, code, rail, test }
    }
  }
  const known = tested.map(({ rail, test }) => {
    const binding = after.bindings[rail]
    const account = accountOf(rail, binding)
    return modeRow(
      rail,
      test.ok
        ? { account, mode: test.mode, sandbox: test.sandbox }
        : accountMode(rail, binding, modes[rail])
    )
  })
  const given = RAILS.flatMap((rail) => {
    const last = wholeOf(before, rail, modes)
    return last && !credentialsOf(after, rail) ? [modeRow(rail, last)] : []
  })
  return { ok: true, modes: [...known, ...given], overridden: [...overridden] }
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

/** Account and mode of the effective credentials, if they are complete. */
function wholeOf(
  effective: EffectiveSettings,
  rail: Rail,
  modes: StoredSettings["modes"]
): RememberedMode | null {
  const binding = effective.bindings[rail]
  return credentialsOf(effective, rail)
    ? accountMode(rail, binding, modes[rail])
    : null
}

async function testAccount(
  rail: Rail,
  credentials: WholeCredentials
): Promise<{ rail: Rail; clientId: string; test: AdminConnectionTest }> {
  const test = await testCredentials(rail, credentials)
  return { rail, clientId: credentials.clientId, test }
}

function modeRow(rail: Rail, value: RememberedMode): SettingRow {
  return { key: modeKey(rail), value }
}

/** The effective credentials, if they are complete. */
function credentialsOf(
  effective: EffectiveSettings,
  rail: Rail
): WholeCredentials | null {
  const { base_url: baseUrl, client_id: clientId } = effective.bindings[rail]
  const clientSecret = effective.clientSecrets[rail].secret
  const addressScope = effective.provenance.addressScopes?.[rail]
  return baseUrl && clientId && clientSecret
    ? { baseUrl, clientId, clientSecret, addressScope }
    : null
}

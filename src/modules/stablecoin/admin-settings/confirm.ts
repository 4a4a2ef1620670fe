import { isDeepStrictEqual } from "node:util"
import type {
  AdminConnectionTest,
  AdminUpdateSettings,
  SettingsWarning,
} from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import { accountKey } from "../account-key"
import { askGateway, type WholeCredentials } from "../connection-test"
import type { SettingRow } from "../store/settings"
import type { Laid } from "./lay"
import { modeOf, unconfirmedMode } from "./mode"
import type { Plan } from "./plan-change"
import { modeKey, type StoredSettings } from "./stored"

/** What a person has to be warned of, or the modes that the gateway told. */
export type Confirmation =
  | { ok: false; code: SettingsWarning; rail: Rail; test: AdminConnectionTest }
  | { ok: true; modes: SettingRow[] }

/**
 * Asks the gateway about credentials that change and are whole, and warns of
 * those that it does not confirm and of a move from test to live.
 */
export async function confirmChange(
  { before, after }: Extract<Plan, { ok: true }>,
  { modes }: StoredSettings,
  confirm: AdminUpdateSettings["confirm"] = []
): Promise<Confirmation> {
  const asked = await Promise.all(
    RAILS.flatMap((rail) => {
      const credentials = credentialsOf(after, rail)
      return credentials &&
        !isDeepStrictEqual(credentials, credentialsOf(before, rail))
        ? [ask(rail, credentials)]
        : []
    })
  )
  for (const { rail, test } of asked) {
    if (!test.ok && !confirm.includes("unverified")) {
      return { ok: false, code: "unverified", rail, test }
    }
  }
  for (const { rail, test, clientId } of asked) {
    const mode = test.ok ? test.mode : unconfirmedMode(clientId)
    const known = modeOf(rail, before.bindings[rail], modes[rail])
    const goesLive = mode === "live" && known !== null && known !== "live"
    if (goesLive && !confirm.includes("live")) {
      return { ok: false, code: "live", rail, test }
    }
  }
  return {
    ok: true,
    modes: asked.flatMap(({ rail, test }) => {
      const { base_url, client_id } = after.bindings[rail]
      const account = accountKey(rail, base_url, client_id)
      return test.ok
        ? [{ key: modeKey(rail), value: { account, mode: test.mode } }]
        : []
    }),
  }
}

async function ask(
  rail: Rail,
  credentials: WholeCredentials
): Promise<{ rail: Rail; clientId: string; test: AdminConnectionTest }> {
  const test = await askGateway(rail, credentials)
  return { rail, clientId: credentials.clientId, test }
}

/** The credentials in force, if they are whole. */
function credentialsOf(laid: Laid, rail: Rail): WholeCredentials | null {
  const { base_url: baseUrl, client_id: clientId } = laid.bindings[rail]
  const clientSecret = laid.clientSecrets[rail].secret
  const network = laid.provenance.networks?.[rail]
  return baseUrl && clientId && clientSecret
    ? { baseUrl, clientId, clientSecret, network }
    : null
}

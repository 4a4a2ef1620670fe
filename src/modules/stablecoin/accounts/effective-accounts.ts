import { byRail, type Rail, RAIL_TRAITS, RAILS } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import type { Config } from "../settings/config"
import {
  addressSchema,
  clientIdSchema,
  given,
  writtenText,
} from "../settings/values"
import { type Account, accountKey } from "./account"
import { openAccount, type OpenedAccount } from "./sealed-account"

/** The account that payments of a rail are started with. */
export type EffectiveAccount = {
  source: "config" | "admin" | "none"
  /**
   * Null while base URL or client id is missing, and while the secrets can't be
   * decrypted.
   */
  account: Account | null
  /** Whether any credentials are set. A base URL alone does not count. */
  isMeant: boolean
  /** The row of an account that was entered in the admin. */
  row: AccountRow | null
  /** Why the secrets can't be decrypted. */
  problem?: string
}

/** All accounts that webhooks and open payments may be of. */
export type EffectiveAccounts = {
  current: Readonly<Record<Rail, EffectiveAccount>>
  /** Those that payments were started with before. */
  retained: readonly Account[]
  /**
   * Accounts with a secret that can't be read, by key. A webhook that no other
   * secret signed may then be genuine.
   */
  unreadable: Readonly<Record<Rail, readonly string[]>>
}

/** The row of the account that was entered last in the admin. */
export function enteredRow(
  rows: readonly AccountRow[],
  rail: Rail
): AccountRow | null {
  const entered = rows.find(
    (row) =>
      row.rail === rail && row.entered_at !== null && row.replaced_at === null
  )
  return entered ?? null
}

/**
 * Reads the accounts of the config and of the admin. If the config sets any
 * credentials of a rail, all of them are from there.
 */
export function effectiveAccounts(
  config: Config,
  rows: readonly AccountRow[]
): EffectiveAccounts {
  const opened = new Map(
    rows.map((row) => [row.key, openAccount(row, config.keys)])
  )
  const current = byRail((rail) =>
    config.hasCredentials(rail)
      ? ofConfig(rail, config, opened)
      : ofAdmin(enteredRow(rows, rail), opened, fixedBaseUrl(rail, config))
  )
  const isCurrent = (key: string) =>
    RAILS.some((rail) => current[rail].account?.account === key)
  return {
    current,
    retained: [...opened.values()].flatMap((each) =>
      each?.ok && !isCurrent(each.account.account) ? each.account : []
    ),
    unreadable: byRail((rail) => [
      ...rows.flatMap((row) =>
        row.rail === rail && opened.get(row.key)?.ok === false ? row.key : []
      ),
      ...(isConfigReadable(rail, config, current[rail]) ? [] : ["config"]),
    ]),
  }
}

type Opened = ReadonlyMap<string, OpenedAccount | null>

/**
 * An account of the config keeps the secrets that were entered for it in the
 * admin before.
 */
function ofConfig(
  rail: Rail,
  config: Config,
  opened: Opened
): EffectiveAccount {
  const baseUrl = credentialIn(rail, "baseUrl", config)
  const clientId = credentialIn(rail, "clientId", config)
  const clientSecret = credentialIn(rail, "clientSecret", config) ?? null
  const isMeant = ["clientId", "clientSecret"].some(
    (option) => config.value({ part: rail, option }) !== undefined
  )
  if (!baseUrl || !clientId) {
    return { source: "config", account: null, row: null, isMeant }
  }
  const key = accountKey(rail, baseUrl, clientId)
  const stored = opened.get(key)
  const listed = config.webhookSecrets(rail).map((each) => ({
    id: null,
    created_at: null,
    ...each,
  }))
  const entered = stored?.ok
    ? stored.account.webhookSecrets.filter(
        ({ id, secret }) =>
          id !== null && !listed.some((each) => each.secret === secret)
      )
    : []
  const account: Account = {
    rail,
    account: key,
    baseUrl,
    clientId,
    clientSecret,
    webhookSecrets: [...listed, ...entered],
    addressScope: undefined,
  }
  return { source: "config", account, row: null, isMeant }
}

const CREDENTIALS = {
  baseUrl: given(addressSchema),
  clientId: given(clientIdSchema),
  clientSecret: writtenText,
}

/** A credential of the config, if it is valid. */
function credentialIn(
  rail: Rail,
  option: keyof typeof CREDENTIALS,
  config: Config
): string | undefined {
  const value = config.value({ part: rail, option })
  return CREDENTIALS[option].safeParse(value).data
}

/**
 * The base URL of the account that the admin enters, where the config sets it:
 * null if it is invalid, and undefined if the admin enters it as well.
 */
export function fixedBaseUrl(
  rail: Rail,
  config: Config
): string | null | undefined {
  const value = config.value({ part: rail, option: "baseUrl" })
  return value === undefined
    ? undefined
    : (credentialIn(rail, "baseUrl", config) ?? null)
}

function ofAdmin(
  row: AccountRow | null,
  opened: Opened,
  baseUrl: string | null | undefined
): EffectiveAccount {
  const stored = row && opened.get(row.key)
  if (!row || !stored) {
    const source = row ? "admin" : "none"
    return { source, account: null, row, isMeant: row !== null }
  }
  const isOther = baseUrl !== undefined && baseUrl !== row.base_url
  const problem = isOther ? OTHER_ADDRESS : stored.ok ? null : stored.problem
  return {
    source: "admin",
    account: stored.ok && !isOther ? stored.account : null,
    row,
    isMeant: true,
    ...(problem && { problem }),
  }
}

const OTHER_ADDRESS =
  "It was entered for another base URL, and is sent to no other: enter the secret again."

/** Whether each secret in the config can be read, and is of a known account. */
function isConfigReadable(
  rail: Rail,
  config: Config,
  { source, account }: EffectiveAccount
): boolean {
  if (source !== "config") {
    return true
  }
  const isOwnSet =
    RAIL_TRAITS[rail].signsWithClientSecret &&
    config.value({ part: rail, option: "clientSecret" }) !== undefined
  const isAnySet = isOwnSet || config.webhookSecrets(rail).length > 0
  return (
    !config.isWrongList(rail) &&
    (!isAnySet || account !== null) &&
    (!isOwnSet || Boolean(account?.clientSecret))
  )
}

/** One sentence for each stored account whose secrets can't be used. */
export function problemsOf(accounts: EffectiveAccounts): string[] {
  return RAILS.flatMap((rail) => {
    const { problem } = accounts.current[rail]
    const retained = accounts.unreadable[rail].filter(
      (key) => key !== "config" && key !== accounts.current[rail].row?.key
    )
    return [
      ...(problem
        ? [
            `The ${rail} account, which was set in the admin, can't be used. ${problem}`,
          ]
        : []),
      ...retained.map(
        (key) =>
          `The retained credentials ${key} can't be decrypted, so payments started with them can't be read from the gateway, and their webhooks can't be verified. Add their encryption key again.`
      ),
    ]
  })
}

import type { AdminFieldError } from "../../../http-types"
import { byRail, type Rail, RAILS } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import type { Config } from "../settings/config"
import {
  type Account,
  accountKey,
  type AccountOptions,
  type Credentials,
  signingSecretOf,
  type WebhookSecret,
} from "./account"
import { type OpenedAccount, openAccounts } from "./sealed-account"

/** The account that payments of a rail are started with. */
export type EffectiveAccount = {
  /** `none` also for a base URL alone. */
  source: "config" | "admin" | "none"
  /**
   * Null while base URL or client id is missing, and while the secrets can't be
   * decrypted.
   */
  account: Account | null
  /** Its parts as far as they are known, also without an account. */
  parts: Partial<Omit<Credentials, "account" | "clientSecret">> & {
    clientSecret?: string | null
    webhookSecrets: readonly WebhookSecret[]
  }
  /** Why options of the config can't be used. */
  issues: readonly AdminFieldError[]
  /** Why the secrets can't be decrypted. */
  problem?: string
}

/** All accounts that webhooks and open payments may be of. */
export type EffectiveAccounts = {
  current: Readonly<Record<Rail, EffectiveAccount>>
  /** Those that payments were started with before. */
  retained: readonly Account[]
  /** The rows with secrets, decrypted, by key. */
  opened: ReadonlyMap<string, OpenedAccount>
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

/** A current or retained account, by its key. */
export function accountOf(
  { current, retained }: EffectiveAccounts,
  rail: Rail,
  key: string
): Account | null {
  const all = [...retained, current[rail].account]
  return all.find((each) => each?.account === key) ?? null
}

/**
 * Reads the accounts of the config and of the admin. If the config sets more of
 * a rail than its base URL, all of the account is from there.
 */
export function effectiveAccounts(
  { accounts, keys }: Config,
  rows: readonly AccountRow[]
): EffectiveAccounts {
  const opened = openAccounts(rows, keys)
  const current = byRail((rail) =>
    isInConfig(accounts[rail])
      ? ofConfig(rail, accounts[rail], opened)
      : ofAdmin(enteredRow(rows, rail), accounts[rail], opened)
  )
  const isCurrent = (key: string) =>
    RAILS.some((rail) => current[rail].account?.account === key)
  return {
    current,
    opened,
    retained: [...opened.values()].flatMap((each) =>
      each.ok && !isCurrent(each.account.account) ? each.account : []
    ),
    unreadable: byRail((rail) => [
      ...rows.flatMap((row) =>
        row.rail === rail && opened.get(row.key)?.ok === false ? row.key : []
      ),
      ...(hasUnreadableOptions(rail, current[rail]) ? ["config"] : []),
    ]),
  }
}

/** Whether the config sets more than the base URL. */
export function isInConfig({
  clientId,
  clientSecret,
  webhookSecrets,
  issues,
}: AccountOptions): boolean {
  return (
    clientId !== undefined ||
    clientSecret !== undefined ||
    webhookSecrets.length > 0 ||
    issues.some(({ path }) => path !== "baseUrl")
  )
}

/**
 * Whether the config sets the base URL of the account that the admin enters,
 * validly or not.
 */
export function hasFixedAddress({ baseUrl, issues }: AccountOptions): boolean {
  return baseUrl !== undefined || issues.length > 0
}

/**
 * An account of the config keeps the secrets that were entered for it in the
 * admin before.
 */
function ofConfig(
  rail: Rail,
  { issues, ...parts }: AccountOptions,
  opened: EffectiveAccounts["opened"]
): EffectiveAccount {
  const { baseUrl, clientId, clientSecret = null, webhookSecrets } = parts
  if (!baseUrl || !clientId) {
    return { source: "config", account: null, parts, issues }
  }
  const key = accountKey(rail, baseUrl, clientId)
  const stored = opened.get(key)
  const entered = stored?.ok
    ? stored.account.webhookSecrets.filter(
        ({ id, secret }) =>
          id !== null && !webhookSecrets.some((each) => each.secret === secret)
      )
    : []
  const account: Account = {
    rail,
    account: key,
    baseUrl,
    clientId,
    clientSecret,
    webhookSecrets: [...webhookSecrets, ...entered],
    addressScope: undefined,
  }
  return { source: "config", account, parts: account, issues }
}

function ofAdmin(
  row: AccountRow | null,
  options: AccountOptions,
  opened: EffectiveAccounts["opened"]
): EffectiveAccount {
  const { baseUrl, issues } = options
  const stored = row && opened.get(row.key)
  const parts = {
    baseUrl: hasFixedAddress(options) ? baseUrl : row?.base_url,
    clientId: row?.client_id,
    webhookSecrets: [],
  }
  if (!row || !stored) {
    const source = row ? "admin" : "none"
    return { source, account: null, parts, issues }
  }
  const isOther = parts.baseUrl !== row.base_url
  const problem = isOther ? OTHER_ADDRESS : stored.ok ? null : stored.problem
  const account = stored.ok && !isOther ? stored.account : null
  return {
    source: "admin",
    account,
    parts: account ?? parts,
    issues,
    ...(problem && { problem }),
  }
}

const OTHER_ADDRESS =
  "It was entered for another base URL, and is sent to no other: enter the secret again."

/**
 * Whether the config has a secret that is invalid, or whose account is not
 * known.
 */
function hasUnreadableOptions(
  rail: Rail,
  { source, account, parts, issues }: EffectiveAccount
): boolean {
  const signs = signingSecretOf({
    rail,
    clientSecret: parts.clientSecret ?? null,
  })
  const isWrong = issues.some(
    ({ path }) => path !== "baseUrl" && path !== "clientId"
  )
  const isSecretSet = Boolean(signs) || parts.webhookSecrets.length > 0
  return source === "config" && (isWrong || (isSecretSet && !account))
}

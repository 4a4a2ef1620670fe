import type { AdminSettingsChange } from "../../../http-types"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import { newId } from "../repository/new-id"
import type { Config } from "../settings/config"
import type { Draft } from "../settings/draft"
import { setInConfig } from "../settings/plan-values"
import { MOST_WEBHOOK_SECRETS } from "../settings/values"
import type { Account, WebhookSecret } from "./account"
import { fixedBaseUrl } from "./effective-accounts"
import { PlannedAccounts } from "./planned-accounts"
import { ENTER_AGAIN, readCredentials, readSecret } from "./typed-credentials"

export const HOW_TO_MAKE_A_KEY =
  "Secrets are stored encrypted, and there is no encryption key yet. Generate one with `openssl rand -base64 32`, set it as encryptionKeys in medusa-config.ts, and restart the store."

const NO_ACCOUNT =
  "There is no account yet that it belongs to: enter base URL, client id and client secret first."

export type AccountsPlan = {
  rail: Rail
  change: AdminSettingsChange
  config: Config
  rows: readonly AccountRow[]
  now: Date
}

/**
 * Plans the account that an admin enters for a rail, and its webhook secrets.
 * The account before is retained for its payments. One that was entered before
 * has its webhook secrets again.
 */
export function planAccounts(draft: Draft, plan: AccountsPlan): void {
  const { rail, change, rows, config, now } = plan
  if (change[rail]) {
    const accounts = new PlannedAccounts(rail, rows, config.keys)
    enterCredentials(draft, plan, accounts)
    retireClientSecret(accounts, plan)
    removeSecrets(draft, plan, accounts)
    addSecrets(draft, plan, accounts)
    if (!draft.errors.length) {
      accounts.write(draft, now)
    }
  }
}

/** A null client secret removes the account. */
function enterCredentials(
  draft: Draft,
  { rail, change, config, now }: AccountsPlan,
  accounts: PlannedAccounts
): void {
  const { base_url, client_id, client_secret } = change[rail] ?? {}
  // A blank secret keeps the stored one.
  const secret = client_secret?.trim() === "" ? undefined : client_secret
  const typed = { base_url, client_id, client_secret: secret }
  const names = Object.entries(typed).flatMap(([name, value]) =>
    value === undefined ? [] : name
  )
  if (!names.length) {
    return
  }
  if (config.hasCredentials(rail)) {
    for (const name of names) {
      draft.refuse(`${rail}.${name}`, inConfig(rail))
    }
    return
  }
  if (secret === null) {
    accounts.entered = null
    return
  }
  const fixed = fixedBaseUrl(rail, config)
  if (fixed !== undefined && base_url !== undefined) {
    draft.refuse(`${rail}.base_url`, setInConfig(`${rail}.baseUrl`))
    return
  }
  if (config.keys.isEmpty) {
    draft.refuse(`${rail}.client_secret`, HOW_TO_MAKE_A_KEY)
    return
  }
  const { before } = accounts
  const account = readCredentials(
    draft,
    rail,
    { base_url, client_id, client_secret: secret },
    { row: before, account: accounts.get(before?.key), fixed }
  )
  if (account) {
    const stored = accounts.get(account.account)
    const webhookSecrets = secretsAfter(account, stored, now)
    accounts.entered = account.account
    accounts.put({ ...account, webhookSecrets })
  }
}

/**
 * Webhook secrets of an account whose client secret is entered. A replaced
 * client secret that signs webhooks still confirms older payments.
 */
function secretsAfter(
  { rail, clientSecret }: Account,
  stored: Account | null,
  now: Date
): WebhookSecret[] {
  const listed = (stored?.webhookSecrets ?? []).map((each) => ({
    ...each,
    id: each.id ?? newId("stwsc"),
    created_at: each.created_at ?? now.toISOString(),
  }))
  if (!RAIL_TRAITS[rail].signsWithClientSecret) {
    return listed
  }
  const replaced = stored?.clientSecret
  const others = listed.filter(({ secret }) => secret !== clientSecret)
  return replaced && replaced !== clientSecret
    ? [...others, newSecret(rail, replaced, now)]
    : others
}

/**
 * Lists the client secret of a replaced account that signs webhooks, so that it
 * can be removed. It still confirms the payments of that account.
 */
function retireClientSecret(
  accounts: PlannedAccounts,
  { rail, now }: AccountsPlan
): void {
  const { before, entered } = accounts
  const account = accounts.get(before?.key)
  if (
    account?.clientSecret &&
    account.account !== entered &&
    RAIL_TRAITS[rail].signsWithClientSecret
  ) {
    const { webhookSecrets, clientSecret } = account
    accounts.put({
      ...account,
      clientSecret: null,
      webhookSecrets: [...webhookSecrets, newSecret(rail, clientSecret, now)],
    })
  }
}

/** Removes secrets from every account of the rail: they may have leaked. */
function removeSecrets(
  draft: Draft,
  { rail, change }: AccountsPlan,
  accounts: PlannedAccounts
): void {
  const ids = change[rail]?.webhook_secrets?.remove ?? []
  const listed = accounts.all.flatMap(({ webhookSecrets }) => webhookSecrets)
  const removed = ids.flatMap((id, index) => {
    const found = listed.find((each) => each.id === id)
    if (!found) {
      draft.refuse(
        `${rail}.webhook_secrets.remove.${index}`,
        "There is no such secret among those of the admin."
      )
    }
    return found?.secret ?? []
  })
  for (const account of removed.length ? accounts.all : []) {
    const webhookSecrets = account.webhookSecrets.filter(
      ({ secret }) => !removed.includes(secret)
    )
    accounts.put({ ...account, webhookSecrets })
  }
}

/** Adds typed secrets to the account that is entered. */
function addSecrets(
  draft: Draft,
  { rail, change, config, now }: AccountsPlan,
  accounts: PlannedAccounts
): void {
  const typed = change[rail]?.webhook_secrets?.add ?? []
  const path = `${rail}.webhook_secrets.add`
  const account = accounts.get(accounts.entered)
  const refusal = config.hasCredentials(rail)
    ? inConfig(rail)
    : config.keys.isEmpty
      ? HOW_TO_MAKE_A_KEY
      : account
        ? null
        : accounts.entered
          ? ENTER_AGAIN
          : NO_ACCOUNT
  if (!typed.length || refusal || !account) {
    if (typed.length && refusal) {
      draft.refuse(path, refusal)
    }
    return
  }
  const webhookSecrets = [...account.webhookSecrets]
  const own = RAIL_TRAITS[rail].signsWithClientSecret
    ? account.clientSecret
    : null
  typed.forEach((text, index) => {
    const secret = readSecret(draft, `${path}.${index}`, text)
    if (!text.trim()) {
      draft.refuse(`${path}.${index}`, "must not be blank")
    }
    const isKnown = webhookSecrets.some((each) => each.secret === secret)
    if (secret && !isKnown && secret !== own) {
      webhookSecrets.push(newSecret(rail, secret, now))
    }
  })
  if (webhookSecrets.length > MOST_WEBHOOK_SECRETS) {
    draft.refuse(
      `${rail}.webhook_secrets`,
      `There may be at most ${MOST_WEBHOOK_SECRETS}: remove one that is not in use any more.`
    )
  }
  accounts.put({ ...account, webhookSecrets })
}

/**
 * The hosted secret in use is the client secret, so that any other one was
 * replaced.
 */
function newSecret(rail: Rail, secret: string, now: Date): WebhookSecret {
  const at = now.toISOString()
  const replaced_at = RAIL_TRAITS[rail].signsWithClientSecret ? at : null
  return { id: newId("stwsc"), secret, created_at: at, replaced_at }
}

function inConfig(rail: Rail): string {
  return `The account is set as ${rail} in medusa-config.ts, which wins: change it there.`
}

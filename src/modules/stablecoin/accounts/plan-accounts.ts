import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import { newId } from "../repository/new-id"
import type { Settings } from "../settings/settings"
import { MOST_WEBHOOK_SECRETS } from "../settings/values"
import { type Account, accountKey, type WebhookSecret } from "./account"
import { enteredRow, hasFixedAddress } from "./effective-accounts"
import {
  type AccountsChange,
  readableAccounts,
  rowsAfter,
} from "./rail-accounts"
import { ENTER_AGAIN, readCredentials, readSecret } from "./typed-credentials"

export const HOW_TO_MAKE_A_KEY =
  "Secrets are stored encrypted, and there is no encryption key yet. Generate one with `openssl rand -base64 32`, set it as encryptionKeys in medusa-config.ts, and restart the store."

const NO_ACCOUNT =
  "There is no account yet that it belongs to: enter base URL, client id and client secret first."

type Plan = AccountsChange & {
  rail: Rail
  change: NonNullable<AdminSettingsChange[Rail]>
  before: Settings
  accounts: Map<string, Account>
  errors: AdminFieldError[]
}

/**
 * Plans the account that an admin enters for a rail, and its webhook secrets.
 * The account before is retained for its payments. One that was entered before
 * has its webhook secrets again.
 *
 * @param errors where the errors are added
 * @returns the rows of the rail after the change
 */
export function planAccounts(
  rail: Rail,
  change: NonNullable<AdminSettingsChange[Rail]>,
  before: Settings,
  errors: AdminFieldError[],
  now: Date
): AccountRow[] {
  const { keys } = before.config
  const rows = before.rows.accounts.filter((row) => row.rail === rail)
  const accounts = readableAccounts(rows, keys)
  const key = enteredRow(rows, rail)?.key ?? null
  const entered = { before: key, after: key }
  const plan = { rail, change, before, accounts, entered, errors, now }
  enterCredentials(plan)
  retireClientSecret(plan)
  removeSecrets(plan)
  addSecrets(plan)
  // Without a key nothing can be encrypted, which is an error then.
  return errors.length ? [] : rowsAfter(rows, plan, keys)
}

/** A null client secret removes the account. */
function enterCredentials(plan: Plan): void {
  const { rail, change, before, accounts, entered, errors, now } = plan
  const { base_url, client_id, client_secret } = change
  // A blank secret keeps the stored one.
  const secret = client_secret?.trim() === "" ? undefined : client_secret
  const typed = { base_url, client_id, client_secret: secret }
  const names = Object.entries(typed).flatMap(([name, value]) =>
    value === undefined ? [] : name
  )
  const current = before.current[rail]
  const isFixed = hasFixedAddress(before.config.accounts[rail])
  if (current.source === "config") {
    refuse(plan, names, inConfig(rail))
  } else if (secret === null) {
    entered.after = null
  } else if (isFixed && base_url !== undefined) {
    refuse(plan, ["base_url"], inConfig(`${rail}.baseUrl`))
  } else if (names.length && before.config.keys.isEmpty) {
    refuse(plan, ["client_secret"], HOW_TO_MAKE_A_KEY)
  } else if (names.length) {
    const read = readCredentials(
      errors,
      rail,
      { ...typed, client_secret: secret },
      current
    )
    if (read) {
      const account = accountKey(rail, read.baseUrl, read.clientId)
      const stored = accounts.get(account)
      entered.after = account
      accounts.set(account, {
        rail,
        account,
        ...read,
        // The config may set any address.
        addressScope: isFixed ? undefined : "public",
        webhookSecrets: secretsAfter(rail, read.clientSecret, stored, now),
      })
    }
  }
}

function refuse({ errors, rail }: Plan, names: string[], message: string) {
  errors.push(...names.map((name) => ({ path: `${rail}.${name}`, message })))
}

/**
 * Webhook secrets of an account whose client secret is entered. A replaced
 * client secret that signs webhooks still confirms older payments.
 */
function secretsAfter(
  rail: Rail,
  clientSecret: string,
  stored: Account | undefined,
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
function retireClientSecret({ accounts, entered, rail, now }: Plan): void {
  const account = accounts.get(entered.before ?? "")
  if (
    account?.clientSecret &&
    account.account !== entered.after &&
    RAIL_TRAITS[rail].signsWithClientSecret
  ) {
    const { webhookSecrets, clientSecret } = account
    accounts.set(account.account, {
      ...account,
      clientSecret: null,
      webhookSecrets: [...webhookSecrets, newSecret(rail, clientSecret, now)],
    })
  }
}

/** Removes secrets from every account of the rail: they may have leaked. */
function removeSecrets(plan: Plan): void {
  const { change, accounts } = plan
  const ids = change.webhook_secrets?.remove ?? []
  const all = [...accounts.values()]
  const listed = all.flatMap(({ webhookSecrets }) => webhookSecrets)
  const removed = ids.flatMap((id, index) => {
    const found = listed.find((each) => each.id === id)
    if (!found) {
      refuse(
        plan,
        [`webhook_secrets.remove.${index}`],
        "There is no such secret among those of the admin."
      )
    }
    return found?.secret ?? []
  })
  for (const account of removed.length ? all : []) {
    const webhookSecrets = account.webhookSecrets.filter(
      ({ secret }) => !removed.includes(secret)
    )
    accounts.set(account.account, { ...account, webhookSecrets })
  }
}

/** Adds typed secrets to the account that is entered. */
function addSecrets(plan: Plan): void {
  const { rail, change, before, accounts, entered, errors, now } = plan
  const typed = change.webhook_secrets?.add ?? []
  const account = accounts.get(entered.after ?? "")
  if (!typed.length) {
    return
  }
  if (!account || before.current[rail].source === "config") {
    refuse(plan, ["webhook_secrets.add"], whyNoSecret(plan))
    return
  }
  const webhookSecrets = [...account.webhookSecrets]
  const own = RAIL_TRAITS[rail].signsWithClientSecret
    ? account.clientSecret
    : null
  typed.forEach((text, index) => {
    const name = `webhook_secrets.add.${index}`
    const secret = readSecret(errors, `${rail}.${name}`, text)
    if (!text.trim()) {
      refuse(plan, [name], "must not be blank")
    }
    const isKnown = webhookSecrets.some((each) => each.secret === secret)
    if (secret && !isKnown && secret !== own) {
      webhookSecrets.push(newSecret(rail, secret, now))
    }
  })
  if (webhookSecrets.length > MOST_WEBHOOK_SECRETS) {
    const message = `There may be at most ${MOST_WEBHOOK_SECRETS}: remove one that is not in use any more.`
    refuse(plan, ["webhook_secrets"], message)
  }
  accounts.set(account.account, { ...account, webhookSecrets })
}

function whyNoSecret({ rail, before, entered }: Plan): string {
  if (before.current[rail].source === "config") {
    return inConfig(rail)
  }
  if (before.config.keys.isEmpty) {
    return HOW_TO_MAKE_A_KEY
  }
  return entered.after ? ENTER_AGAIN : NO_ACCOUNT
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

export function inConfig(option: string): string {
  return `${option} is set in medusa-config.ts, which wins: change it there.`
}

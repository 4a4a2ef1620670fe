import { isDeepStrictEqual } from "node:util"
import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import type { Settings } from "../settings/settings"
import { MOST_WEBHOOK_SECRETS, typedSecret } from "../settings/values"
import { type Account, accountKey, signingSecretOf } from "./account"
import { enteredRow, hasFixedAddress } from "./effective-accounts"
import { newRow, sealSecrets } from "./sealed-account"
import {
  ENTER_AGAIN,
  HOW_TO_MAKE_A_KEY,
  inConfig,
  NO_ACCOUNT,
  readCredentials,
  readTyped,
} from "./typed-credentials"
import {
  newSecret,
  secretsBeside,
  withClientSecretReplaced,
} from "./webhook-secrets"

/** A change of a rail's account. */
type AccountChange = {
  rail: Rail
  change: NonNullable<AdminSettingsChange[Rail]>
  before: Settings
  /** Where errors are added. */
  errors: AdminFieldError[]
  now: Date
}

type Plan = AccountChange & {
  /** The stored accounts that can be read, by key, as the change leaves them. */
  accounts: Map<string, Account>
  /** Keys of the account that was entered before, and of the one after. */
  entered: { before: string | null; after: string | null }
}

/**
 * Plans the account that an admin enters for a rail, and its webhook secrets.
 * The account before is retained for its payments. One that was entered before
 * has its webhook secrets again.
 *
 * @returns the rows of the rail after the change
 */
export function planAccounts(given: AccountChange): AccountRow[] {
  const { rail, before, errors } = given
  const rows = before.rows.accounts.filter((row) => row.rail === rail)
  const key = enteredRow(rows, rail)?.key ?? null
  const plan: Plan = {
    ...given,
    accounts: new Map(
      rows.flatMap((row) => {
        const stored = before.opened.get(row.key)
        return stored?.ok ? [[row.key, stored.account]] : []
      })
    ),
    entered: { before: key, after: key },
  }
  enterCredentials(plan)
  removeSecrets(plan)
  addSecrets(plan)
  // Without a key nothing can be encrypted, which is an error then.
  return errors.length ? [] : rowsAfter(rows, plan)
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
    const read = readCredentials(errors, rail, typed, current)
    if (read) {
      const account = accountKey(rail, read.baseUrl, read.clientId)
      entered.after = account
      accounts.set(account, {
        rail,
        account,
        ...read,
        // The config may set any address.
        addressScope: isFixed ? undefined : "public",
        webhookSecrets: secretsBeside(
          read.clientSecret,
          accounts.get(account),
          now
        ),
      })
    }
  }
  const left = accounts.get(entered.before ?? "")
  if (left && left.account !== entered.after) {
    accounts.set(left.account, withClientSecretReplaced(left, now))
  }
}

function refuse({ errors, rail }: Plan, names: string[], message: string) {
  errors.push(...names.map((name) => ({ path: `${rail}.${name}`, message })))
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

const webhookSecret = typedSecret.min(1, { error: "must not be blank" })

/** Adds typed secrets to the account that is entered. */
function addSecrets(plan: Plan): void {
  const { rail, change, before, accounts, entered, errors, now } = plan
  const typed = change.webhook_secrets?.add ?? []
  const account = accounts.get(entered.after ?? "")
  if (!typed.length) {
    return
  }
  if (before.current[rail].source === "config") {
    refuse(plan, ["webhook_secrets.add"], inConfig(rail))
    return
  }
  if (!account) {
    const noAccount = entered.after ? ENTER_AGAIN : NO_ACCOUNT
    const why = before.config.keys.isEmpty ? HOW_TO_MAKE_A_KEY : noAccount
    refuse(plan, ["webhook_secrets.add"], why)
    return
  }
  const webhookSecrets = [...account.webhookSecrets]
  const own = signingSecretOf(account)
  typed.forEach((text, index) => {
    const name = `webhook_secrets.add.${index}`
    const secret = readTyped(errors, `${rail}.${name}`, webhookSecret, text)
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

/** The rows after the change. Unchanged secrets keep their ciphertext. */
function rowsAfter(
  rows: readonly AccountRow[],
  { accounts, before, entered, now }: Plan
): AccountRow[] {
  const at = now.toISOString()
  const added = [...accounts.values()]
    .filter(({ account }) => !rows.some(({ key }) => key === account))
    .map((account) => newRow(account, at))
  return [...rows, ...added].map((row) => {
    const account = accounts.get(row.key)
    const opened = before.opened.get(row.key)
    const isKept = opened?.ok && isDeepStrictEqual(account, opened.account)
    const was = row.key === entered.before
    const is = row.key === entered.after
    return {
      ...row,
      secrets:
        account && !isKept
          ? sealSecrets(account, before.config.keys)
          : row.secrets,
      ...(is && !was && { entered_at: at, replaced_at: null }),
      ...(was && !is && { replaced_at: at }),
    }
  })
}

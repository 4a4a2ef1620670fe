import { z } from "zod"
import type { AddressScope } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { type KeyRing, SecretError } from "../settings/encryption"
import type { Settings } from "../settings/settings"
import type { AccountRow } from "../repository/accounts"
import type { WebhookSigner } from "../webhooks/webhook-signers"

/** What a gateway client is made from. */
export type Credentials = {
  /** Names these credentials in the ledger, and tells nothing of them. */
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Who gave the address: the config, whose addresses may be any, or a person, whose must be public. Absent: any. */
  addressScope?: AddressScope
}

/** Credentials that payments were started with, and what their webhooks are signed with. */
export type Account = Credentials & {
  rail: Rail
  webhookSecrets: readonly AccountSecret[]
}

const secretSchema = z.object({
  secret: z.string(),
  /** As of a webhook's signer. */
  created_before: z.string().nullable(),
})

/** A webhook secret of an account. */
export type AccountSecret = z.infer<typeof secretSchema>

const secretsSchema = z.object({
  clientSecret: z.string().min(1),
  webhookSecrets: z.array(secretSchema),
  addressScope: z.enum(["public", "any"]).optional(),
})

/** The account that payments of a rail are started with now; null while the rail is not configured. */
export function currentAccount(settings: Settings, rail: Rail): Account | null {
  const resolved = settings[rail]
  if (!resolved.ok) {
    return null
  }
  const { account, baseUrl, clientId, clientSecret, addressScope } =
    resolved.value
  return {
    rail,
    account,
    baseUrl,
    clientId,
    clientSecret,
    addressScope,
    webhookSecrets: secretsOf(settings.webhookSigners[rail], account),
  }
}

/** The webhook secrets among signers that are of an account. */
export function secretsOf(
  signers: readonly WebhookSigner[],
  account: string
): AccountSecret[] {
  return signers.flatMap(({ secret, created_before, ...signer }) =>
    signer.account === account ? { secret, created_before } : []
  )
}

/** What webhooks of an account are signed with. */
export function signersOfAccount({
  account,
  webhookSecrets,
}: Account): WebhookSigner[] {
  return webhookSecrets.map((each) => ({ ...each, account }))
}

/** The secrets of an account as they are stored. @throws SecretError without a key */
export function sealSecrets(account: Account, keys: KeyRing): string {
  return keys.encrypt(plainSecrets(account), contextOf(account))
}

/** Whether what is stored are the secrets of this account, encrypted with the first key. */
export function areSealed(
  account: Account,
  sealed: string,
  keys: KeyRing
): boolean {
  try {
    return (
      !keys.needsReencryption(sealed) &&
      keys.decrypt(sealed, contextOf(account)) === plainSecrets(account)
    )
  } catch {
    // What can't be read any more is written anew.
    return false
  }
}

/**
 * A stored account, opened.
 *
 * @returns null when it was kept without its secrets
 * @throws SecretError if no key fits, or the row was changed
 */
export function openAccount(row: AccountRow, keys: KeyRing): Account | null {
  if (row.secrets === null) {
    return null
  }
  const named = {
    rail: row.rail,
    account: row.key,
    baseUrl: row.base_url,
    clientId: row.client_id,
  }
  const text = keys.decrypt(row.secrets, contextOf(named))
  return { ...named, ...secretsSchema.parse(JSON.parse(text)) }
}

/** As openAccount; null also when it does not open. */
export function openedIfPossible(
  row: AccountRow,
  keys: KeyRing
): Account | null {
  try {
    return openAccount(row, keys)
  } catch (error) {
    if (error instanceof SecretError) {
      return null
    }
    throw error
  }
}

/** The network with them: who can write the table can't have a private address asked. */
function plainSecrets({
  clientSecret,
  webhookSecrets,
  addressScope,
}: Account): string {
  return JSON.stringify({ clientSecret, webhookSecrets, addressScope })
}

/** The address is part of it: who can write the table can't have the secret sent elsewhere. */
function contextOf({
  account,
  rail,
  baseUrl,
  clientId,
}: Pick<Account, "account" | "rail" | "baseUrl" | "clientId">): string {
  return [`stablecoin_account:${account}:${rail}`, baseUrl, clientId].join("\0")
}

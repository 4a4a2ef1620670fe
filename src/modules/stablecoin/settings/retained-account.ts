import { z } from "zod"
import type { AddressScope } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { type KeyRing, SecretError } from "./encryption"
import type { Settings } from "./settings"
import type { AccountRow } from "../repository/accounts/accounts"
import type { WebhookSigner } from "../webhooks/webhook-signers"

/** Credentials of a gateway client. */
export type Credentials = {
  /** Names these credentials in the ledger without revealing them. */
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  /**
   * `public` for an address entered in the admin. The config may set any.
   * Absent: any.
   */
  addressScope?: AddressScope
}

/**
 * Credentials that payments were started with, and the secrets that sign their
 * webhooks.
 */
export type Account = Credentials & {
  rail: Rail
  webhookSecrets: readonly AccountSecret[]
}

const secretSchema = z.object({
  secret: z.string(),
  /** As in `SignerScope`. */
  created_before: z.string().nullable(),
})

/** A webhook secret of an account. */
export type AccountSecret = z.infer<typeof secretSchema>

const secretsSchema = z.object({
  clientSecret: z.string().min(1),
  webhookSecrets: z.array(secretSchema),
  addressScope: z.enum(["public", "any"]).optional(),
})

/**
 * The account that payments of a rail are started with now, or null while the
 * rail is not configured.
 */
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

/** The webhook secrets of an account, selected from all signers. */
export function secretsOf(
  signers: readonly WebhookSigner[],
  account: string
): AccountSecret[] {
  return signers.flatMap(({ secret, created_before, ...signer }) =>
    signer.account === account ? { secret, created_before } : []
  )
}

/** Signers of an account's webhooks. */
export function signersOfAccount({
  account,
  webhookSecrets,
}: Account): WebhookSigner[] {
  return webhookSecrets.map((each) => ({ ...each, account }))
}

/**
 * Encrypts an account's secrets for storage.
 *
 * @throws SecretError without a key
 */
export function sealSecrets(account: Account, keys: KeyRing): string {
  return keys.encrypt(plainSecrets(account), contextOf(account))
}

/**
 * Whether `sealed` has the secrets of this account, encrypted with the first
 * key.
 */
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
    // Secrets that can't be decrypted any more are written again.
    return false
  }
}

/**
 * Decrypts a stored account.
 *
 * @returns null when it was stored without its secrets
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

/** Like openAccount, but returns null when decryption fails. */
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

/**
 * Includes the address scope: write access to the table must not be enough to
 * make the store call a private address.
 */
function plainSecrets({
  clientSecret,
  webhookSecrets,
  addressScope,
}: Account): string {
  return JSON.stringify({ clientSecret, webhookSecrets, addressScope })
}

/**
 * Includes the address: write access to the table must not be enough to have
 * the secret sent elsewhere.
 */
function contextOf({
  account,
  rail,
  baseUrl,
  clientId,
}: Pick<Account, "account" | "rail" | "baseUrl" | "clientId">): string {
  return [`stablecoin_account:${account}:${rail}`, baseUrl, clientId].join("\0")
}

import { z } from "zod"
import type { AccountRow } from "../repository/accounts/accounts"
import { type KeyRing, SecretError } from "../settings/encryption"
import type { Account } from "./account"

const secretsSchema = z.object({
  client_secret: z.string().nullable(),
  webhook_secrets: z.array(
    z.object({
      id: z.string().nullable(),
      secret: z.string(),
      created_at: z.string().nullable(),
      replaced_at: z.string().nullable(),
    })
  ),
  address_scope: z.enum(["public", "any"]).optional(),
})

/**
 * Encrypts an account's secrets as one text.
 *
 * @throws SecretError without a key
 */
export function sealSecrets(account: Account, keys: KeyRing): string {
  return keys.encrypt(plainSecrets(account), contextOf(account))
}

/** The row of an account that is not stored yet, without its secrets. */
export function newRow(
  { rail, account, baseUrl, clientId }: Account,
  at: string
): AccountRow {
  return {
    key: account,
    rail,
    base_url: baseUrl,
    client_id: clientId,
    mode: null,
    sandbox: false,
    secrets: null,
    entered_at: null,
    replaced_at: null,
    updated_at: at,
  }
}

/** Whether `sealed` has these secrets, encrypted with the first key. */
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

/** A decrypted account, or why it can't be used. */
export type OpenedAccount =
  { ok: true; account: Account } | { ok: false; problem: string }

/** Decrypts the accounts that were stored with their secrets, by key. */
export function openAccounts(
  rows: readonly AccountRow[],
  keys: KeyRing
): Map<string, OpenedAccount> {
  return new Map(
    rows.flatMap(({ secrets, ...row }) =>
      secrets === null ? [] : [[row.key, openAccount(row, secrets, keys)]]
    )
  )
}

function openAccount(
  { rail, key, base_url, client_id }: Omit<AccountRow, "secrets">,
  secrets: string,
  keys: KeyRing
): OpenedAccount {
  const named = { rail, account: key, baseUrl: base_url, clientId: client_id }
  try {
    const text = keys.decrypt(secrets, contextOf(named))
    const { client_secret, webhook_secrets, address_scope } =
      secretsSchema.parse(JSON.parse(text))
    return {
      ok: true,
      account: {
        ...named,
        clientSecret: client_secret,
        webhookSecrets: webhook_secrets,
        addressScope: address_scope,
      },
    }
  } catch (error) {
    if (error instanceof SecretError) {
      const problem = `${error.message} Or enter the secret again.`
      return { ok: false, problem }
    }
    throw error
  }
}

/**
 * Includes the address scope and the times of replacement: write access to the
 * table must not be enough to make the store call a private address, or to let
 * a secret confirm more payments.
 */
function plainSecrets({
  clientSecret,
  webhookSecrets,
  addressScope,
}: Account): string {
  return JSON.stringify({
    client_secret: clientSecret,
    // In one order of names, since the texts are compared.
    webhook_secrets: webhookSecrets.map(
      ({ id, secret, created_at, replaced_at }) => ({
        id,
        secret,
        created_at,
        replaced_at,
      })
    ),
    address_scope: addressScope,
  })
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

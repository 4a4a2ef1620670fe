import { createHash } from "node:crypto"
import type { AddressScope } from "../../../gateway"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { AdminFieldError } from "../../../http-types"
import type { WebhookSigner } from "../webhooks/webhook-signers"

/** Credentials to call the gateway with. */
export type Credentials = {
  /** The account's key in the ledger. */
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

/** A secret that an account's webhooks may be signed with. */
export type WebhookSecret = {
  /** Null for one from the config. */
  id: string | null
  secret: string
  /** ISO 8601. Null for one from the config. */
  created_at: string | null
  /**
   * ISO 8601: when it was replaced. It then confirms only payments created
   * before. Null: in use.
   */
  replaced_at: string | null
}

/** A merchant account at the gateway, with all its secrets. */
export type Account = Omit<Credentials, "clientSecret"> & {
  rail: Rail
  /** Null where the config lacks it. */
  clientSecret: string | null
  /** Without the hosted client secret in use, which signs as well. */
  webhookSecrets: readonly WebhookSecret[]
}

/** The account of a rail in the config, as far as it is set and valid. */
export type AccountOptions = Partial<
  Pick<Account, "baseUrl" | "clientId"> & { clientSecret: string }
> & {
  webhookSecrets: readonly WebhookSecret[]
  issues: readonly AdminFieldError[]
}

/**
 * Short, stable name of an account in the ledger. The credentials can't be
 * derived from it.
 */
export function accountKey(
  rail: Rail,
  baseUrl: string,
  clientId: string
): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([rail, baseUrl, clientId]))
    .digest("hex")
  return `${rail}_${digest.slice(0, 16)}`
}

/** The credentials of an account; null while they are incomplete. */
export function credentialsOf(account: Account | null): Credentials | null {
  if (!account?.clientSecret) {
    return null
  }
  const {
    account: key,
    baseUrl,
    clientId,
    clientSecret,
    addressScope,
  } = account
  return { account: key, baseUrl, clientId, clientSecret, addressScope }
}

/** The client secret in use where it signs webhooks; else null. */
export function signingSecretOf({
  rail,
  clientSecret,
}: Pick<Account, "rail" | "clientSecret">): string | null {
  return RAIL_TRAITS[rail].signsWithClientSecret ? clientSecret : null
}

/** The secrets that sign an account's webhooks. */
export function signersOf({
  webhookSecrets,
  ...account
}: Account): WebhookSigner[] {
  const secret = signingSecretOf(account)
  const own = secret ? [{ secret, replaced_at: null }] : []
  return [...own, ...webhookSecrets].map(({ secret, replaced_at }) => ({
    secret,
    account: account.account,
    created_before: replaced_at,
  }))
}

/** Four characters would reveal too much of a shorter secret. */
const SHOWN_FROM_LENGTH = 12

/** The last characters of a secret, to recognize it by; null for a short one. */
export function last4Of(secret: string): string | null {
  // By code points: half of a surrogate pair can't be stored.
  const characters = [...secret]
  return characters.length >= SHOWN_FROM_LENGTH
    ? characters.slice(-4).join("")
    : null
}

import type { Rail } from "../../../ledger"
import { type KeyRing, SecretError } from "./encryption"
import type { SealedClientSecret, SealedWebhookSecret } from "./stored"

/** A decrypted secret, or why it can't be used. */
export type Opened = { ok: true; secret: string } | OpenedProblem
type OpenedProblem = { ok: false; problem: string }

/** Base URL and client id that a client secret may be used with. */
export type Binding = { base_url: string; client_id: string }

/** A webhook secret's fields without the secret. */
export type WebhookSecretNames = Pick<
  SealedWebhookSecret,
  "id" | "created_at" | "account" | "replaced_at"
>

/** Four characters would reveal too much of a shorter secret. */
const SHOWN_FROM_LENGTH = 12

/** @throws SecretError without a key */
export function sealClientSecret(
  rail: Rail,
  secret: string,
  binding: Binding,
  keys: KeyRing
): SealedClientSecret {
  return {
    ciphertext: keys.encrypt(secret, clientContext(rail, binding)),
    last4: last4Of(secret),
    base_url: binding.base_url,
    client_id: binding.client_id,
  }
}

/**
 * Decrypts a client secret, only for the base URL and client id that it was
 * entered for.
 */
export function openClientSecret(
  rail: Rail,
  sealed: SealedClientSecret,
  binding: Binding,
  keys: KeyRing
): Opened {
  const { base_url, client_id } = sealed
  if (base_url !== binding.base_url || client_id !== binding.client_id) {
    return {
      ok: false,
      problem:
        "It was entered for another base URL or client id, and is sent to no other: enter the secret again.",
    }
  }
  return open(sealed.ciphertext, clientContext(rail, sealed), keys)
}

/** @throws SecretError without a key */
export function sealWebhookSecret(
  rail: Rail,
  secret: string,
  named: WebhookSecretNames,
  keys: KeyRing
): SealedWebhookSecret {
  return {
    ...named,
    ciphertext: keys.encrypt(secret, webhookContext(rail, named)),
    last4: last4Of(secret),
  }
}

export function openWebhookSecret(
  rail: Rail,
  sealed: SealedWebhookSecret,
  keys: KeyRing
): Opened {
  return open(sealed.ciphertext, webhookContext(rail, sealed), keys)
}

/** Binds a secret to an account. Null if it can't be decrypted. */
export function bindWebhookSecret(
  rail: Rail,
  sealed: SealedWebhookSecret,
  account: Binding,
  keys: KeyRing
): SealedWebhookSecret | null {
  const opened = openWebhookSecret(rail, sealed, keys)
  return opened.ok
    ? sealWebhookSecret(rail, opened.secret, { ...sealed, account }, keys)
    : null
}

/**
 * Re-encrypts a secret with the first key. Null if it has that key already.
 *
 * @throws SecretError if it can't be decrypted
 */
export function resealClientSecret(
  rail: Rail,
  sealed: SealedClientSecret,
  keys: KeyRing
): SealedClientSecret | null {
  return reseal(sealed, clientContext(rail, sealed), keys)
}

/** Like resealClientSecret. */
export function resealWebhookSecret(
  rail: Rail,
  sealed: SealedWebhookSecret,
  keys: KeyRing
): SealedWebhookSecret | null {
  return reseal(sealed, webhookContext(rail, sealed), keys)
}

/** A decrypted secret in the shape of the effective settings. */
export function asEffective(opened: Opened): {
  secret: string | null
  problem?: string
} {
  return opened.ok
    ? { secret: opened.secret }
    : { secret: null, problem: opened.problem }
}

/** Re-encrypts with the first key. Null if it has that key already. */
function reseal<T extends { ciphertext: string }>(
  sealed: T,
  context: string,
  keys: KeyRing
): T | null {
  if (!keys.needsReencryption(sealed.ciphertext)) {
    return null
  }
  const secret = keys.decrypt(sealed.ciphertext, context)
  return { ...sealed, ciphertext: keys.encrypt(secret, context) }
}

function open(ciphertext: string, context: string, keys: KeyRing): Opened {
  try {
    return { ok: true, secret: keys.decrypt(ciphertext, context) }
  } catch (error) {
    if (error instanceof SecretError) {
      return {
        ok: false,
        problem: `${error.message} Or enter the secret again.`,
      }
    }
    throw error
  }
}

export function last4Of(secret: string): string | null {
  // By code points: half of a surrogate pair can't be stored.
  const characters = [...secret]
  return characters.length >= SHOWN_FROM_LENGTH
    ? characters.slice(-4).join("")
    : null
}

/**
 * Includes the address: write access to the table must not be enough to have
 * the secret sent elsewhere.
 */
function clientContext(rail: Rail, { base_url, client_id }: Binding): string {
  return [`stablecoin_setting:${rail}.client_secret`, base_url, client_id].join(
    "\0"
  )
}

/**
 * Includes account and replacement time: write access to the table must not be
 * enough to let a secret confirm more payments.
 */
function webhookContext(
  rail: Rail,
  { id, account, replaced_at }: WebhookSecretNames
): string {
  return [
    `stablecoin_setting:${rail}.webhook_secrets:${id}`,
    account ? JSON.stringify([account.base_url, account.client_id]) : "",
    replaced_at ?? "",
  ].join("\0")
}

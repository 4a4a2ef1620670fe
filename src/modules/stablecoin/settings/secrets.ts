import type { Rail } from "../../../ledger"
import { type KeyRing, SecretError } from "./encryption"
import type { SealedClientSecret, SealedWebhookSecret } from "./stored"

/** A secret as it was entered, or why it can't be used. */
export type Opened = { ok: true; secret: string } | OpenedProblem
type OpenedProblem = { ok: false; problem: string }

/** Where a client secret may be sent, and as whose. */
export type Binding = { base_url: string; client_id: string }

/** All of a webhook secret but the secret. */
export type WebhookSecretNames = Pick<
  SealedWebhookSecret,
  "id" | "created_at" | "account" | "replaced_at"
>

/** Four characters of a shorter secret would be too much of it. */
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

/** Opens a client secret for the address and client id in force, and for no others. */
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

/** The same secret as one of an account; null if it does not open. */
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
 * The same secret encrypted with the first key; null where it is so already.
 *
 * @throws SecretError if it does not open
 */
export function resealClientSecret(
  rail: Rail,
  sealed: SealedClientSecret,
  keys: KeyRing
): SealedClientSecret | null {
  return reseal(sealed, clientContext(rail, sealed), keys)
}

/** As resealClientSecret. */
export function resealWebhookSecret(
  rail: Rail,
  sealed: SealedWebhookSecret,
  keys: KeyRing
): SealedWebhookSecret | null {
  return reseal(sealed, webhookContext(rail, sealed), keys)
}

/** What the settings in force tell of an opened secret. */
export function asEffective(opened: Opened): {
  secret: string | null
  problem?: string
} {
  return opened.ok
    ? { secret: opened.secret }
    : { secret: null, problem: opened.problem }
}

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
  // By whole characters: half of one can't be stored.
  const characters = [...secret]
  return characters.length >= SHOWN_FROM_LENGTH
    ? characters.slice(-4).join("")
    : null
}

/** The address is part of it: who can write the table can't have the secret sent elsewhere. */
function clientContext(rail: Rail, { base_url, client_id }: Binding): string {
  return [`stablecoin_setting:${rail}.client_secret`, base_url, client_id].join(
    "\0"
  )
}

/** Account and moment are part of it: who can write the table can't have a secret confirm more payments. */
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

import type { z } from "zod"
import type { AdminFieldError } from "../../../http-types"
import type { Rail } from "../../../ledger"
import { fieldErrorsOf } from "../settings/field-error"
import {
  addressSchema,
  clientIdSchema,
  typedGatewayUrl,
  typedSecret,
} from "../settings/values"
import type { Credentials } from "./account"
import type { EffectiveAccount } from "./effective-accounts"

/** Credentials as typed. Absent ones stay; a blank secret does, too. */
export type TypedCredentials = {
  base_url?: string | null
  client_id?: string | null
  client_secret?: string | null
}

/**
 * Validates typed credentials over those of the current account. The stored
 * secret is only used with the base URL and client id that it belongs to, so
 * that it can't be sent elsewhere. A typed base URL must be public.
 *
 * @returns null, with the errors added, when they are not an account
 */
export function readCredentials(
  errors: AdminFieldError[],
  rail: Rail,
  typed: TypedCredentials,
  { source, parts }: Pick<EffectiveAccount, "source" | "parts">
): Omit<Credentials, "account"> | null {
  const before = errors.length
  const isSameAddress =
    typed.base_url === undefined ||
    addressSchema.safeParse(typed.base_url).data === parts.baseUrl
  const baseUrl = isSameAddress
    ? parts.baseUrl
    : readTyped(errors, `${rail}.base_url`, typedGatewayUrl, typed.base_url)
  const clientId =
    typed.client_id === undefined
      ? parts.clientId
      : readTyped(errors, `${rail}.client_id`, clientIdSchema, typed.client_id)
  const path = `${rail}.client_secret`
  const secret = readTyped(errors, path, typedSecret, typed.client_secret)
  if (errors.length > before) {
    return null
  }
  const isSame = baseUrl === parts.baseUrl && clientId === parts.clientId
  const clientSecret = secret || (isSame && parts.clientSecret)
  if (baseUrl && clientId && clientSecret) {
    const addressScope = isSameAddress ? parts.addressScope : "public"
    return { baseUrl, clientId, clientSecret, addressScope }
  }
  const isStored = source === "admin" || Boolean(parts.clientSecret)
  const needed = {
    base_url: baseUrl ? null : MISSING,
    client_id: clientId ? null : MISSING,
    client_secret: clientSecret ? null : isStored ? ENTER_AGAIN : MISSING,
  }
  for (const [name, message] of Object.entries(needed)) {
    if (message) {
      errors.push({ path: `${rail}.${name}`, message })
    }
  }
  return null
}

const MISSING =
  "must be set: an account has a base URL, a client id and a client secret."

export const ENTER_AGAIN =
  "Enter the secret again: the stored one can't be read, or belongs to another base URL or client id, and is sent to no other."

export const HOW_TO_MAKE_A_KEY =
  "Secrets are stored encrypted, and there is no encryption key yet. Generate one with `openssl rand -base64 32`, set it as encryptionKeys in medusa-config.ts, and restart the store."

export const NO_ACCOUNT =
  "There is no account yet that it belongs to: enter base URL, client id and client secret first."

export function inConfig(option: string): string {
  return `${option} is set in medusa-config.ts, which wins: change it there.`
}

/** @returns undefined for an invalid text, with the errors added */
export function readTyped(
  errors: AdminFieldError[],
  path: string,
  schema: z.ZodType<string>,
  text: string | null | undefined
): string | undefined {
  const { data, error } = schema.safeParse(text ?? "")
  errors.push(...fieldErrorsOf(path, error))
  return data
}

import type { z } from "zod"
import type { Rail } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import type { Draft } from "../settings/draft"
import { toFieldError } from "../settings/field-error"
import {
  clientIdSchema,
  typedGatewayUrl,
  typedSecret,
} from "../settings/values"
import { type Account, accountKey } from "./account"

/** Credentials as typed. Absent ones stay; a blank secret does, too. */
export type TypedCredentials = {
  base_url?: string | null
  client_id?: string | null
  client_secret?: string
}

/**
 * Validates typed credentials over those of the account before.
 *
 * @returns null, with the errors in the draft, when they are not an account
 */
export function readCredentials(
  draft: Draft,
  rail: Rail,
  typed: TypedCredentials,
  before: {
    row: AccountRow | null
    account: Account | null
    /** The base URL, where the config sets it; null for an invalid one. */
    fixed: string | null | undefined
  }
): Account | null {
  const { row, fixed } = before
  const errorsBefore = draft.errors.length
  const named = (name: "base_url" | "client_id", schema: z.ZodType<string>) =>
    typed[name] === undefined
      ? row?.[name]
      : readText(draft, `${rail}.${name}`, schema, typed[name] ?? "")
  const baseUrl =
    fixed === undefined ? named("base_url", typedGatewayUrl) : fixed
  const clientId = named("client_id", clientIdSchema)
  const path = `${rail}.client_secret`
  const entered = readSecret(draft, path, typed.client_secret ?? "")
  if (draft.errors.length > errorsBefore) {
    return null
  }
  const key = accountKey(rail, baseUrl ?? "", clientId ?? "")
  const clientSecret =
    entered || (key === row?.key ? before.account?.clientSecret : null)
  if (!baseUrl || !clientId || !clientSecret) {
    const needed = {
      base_url: baseUrl,
      client_id: clientId,
      client_secret: clientSecret,
    }
    for (const [name, value] of Object.entries(needed)) {
      if (!value) {
        draft.refuse(`${rail}.${name}`, row ? ENTER_AGAIN : MISSING)
      }
    }
    return null
  }
  return {
    rail,
    account: key,
    baseUrl,
    clientId,
    clientSecret,
    // The config may set any address.
    addressScope: fixed === undefined ? "public" : undefined,
    webhookSecrets: [],
  }
}

const MISSING =
  "must be set: an account has a base URL, a client id and a client secret."

export const ENTER_AGAIN =
  "Enter the secret again: the stored one can't be read, or belongs to another base URL or client id, and is sent to no other."

/** @returns undefined for an invalid text, with the errors in the draft */
function readText(
  draft: Draft,
  path: string,
  schema: z.ZodType<string>,
  text: string
): string | undefined {
  const read = schema.safeParse(text)
  draft.refuseAll(
    (read.error?.issues ?? []).map((issue) => toFieldError(path, issue))
  )
  return read.data
}

/** @returns the typed secret, or "" when it is blank or invalid */
export function readSecret(draft: Draft, path: string, typed: string): string {
  return readText(draft, path, typedSecret, typed) ?? ""
}

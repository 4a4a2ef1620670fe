import { z } from "zod"
import type { AddressScope } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { accountKey } from "../gateway/account-key"
import { credentialsSchema } from "./options"

/** The valid fields of a rail's credentials. */
export type PartialCredentials = {
  baseUrl?: string
  clientId?: string
  clientSecret?: string
  /** `public` for an address typed in the admin. Absent: any. */
  addressScope?: AddressScope
}

const { baseUrl, clientId, clientSecret } = credentialsSchema.shape

/** Parses each field separately and drops invalid ones. */
const partialCredentialsSchema = z
  .object({
    baseUrl: baseUrl.catch(undefined),
    clientId: clientId.catch(undefined),
    clientSecret: clientSecret.catch(undefined),
  })
  .catch({ baseUrl: undefined, clientId: undefined, clientSecret: undefined })

/** Parses credentials that may be incomplete or partly invalid. */
export function partialCredentials(
  written: unknown,
  addressScope: AddressScope | undefined
): PartialCredentials {
  return { ...partialCredentialsSchema.parse(written ?? {}), addressScope }
}

/**
 * The account of the credentials. Null while the base URL or the client id is
 * missing.
 */
export function accountOfCredentials(
  rail: Rail,
  { baseUrl, clientId }: PartialCredentials
): string | null {
  return baseUrl && clientId ? accountKey(rail, baseUrl, clientId) : null
}

import { z } from "zod"
import type { AddressScope } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { accountKey } from "../gateway/account-key"
import { hostedSchema } from "./options"

/** What there is of a rail's credentials, as far as it is right. */
export type PartialCredentials = {
  baseUrl?: string
  clientId?: string
  clientSecret?: string
  /** `public` for an address that a person has typed in. Absent: any. */
  addressScope?: AddressScope
}

const { baseUrl, clientId, clientSecret } = hostedSchema.shape

/** Each for itself: what is wrong is as if it were not there. */
const partialCredentialsSchema = z
  .object({
    baseUrl: baseUrl.catch(undefined),
    clientId: clientId.catch(undefined),
    clientSecret: clientSecret.catch(undefined),
  })
  .catch({ baseUrl: undefined, clientId: undefined, clientSecret: undefined })

/** Reads credentials that need not be whole, nor right in every field. */
export function partialCredentials(
  written: unknown,
  addressScope: AddressScope | undefined
): PartialCredentials {
  return { ...partialCredentialsSchema.parse(written ?? {}), addressScope }
}

/** The account that credentials name; null while the address or the client id is missing. */
export function accountOfCredentials(
  rail: Rail,
  { baseUrl, clientId }: PartialCredentials
): string | null {
  return baseUrl && clientId ? accountKey(rail, baseUrl, clientId) : null
}

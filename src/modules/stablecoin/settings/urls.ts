import { z } from "zod"
import { invalid } from "./field-error"

/**
 * Rejects URLs that only a lenient parser accepts, such as
 * `https:shop.example`.
 */
export const httpUrl = z
  .string()
  .refine(
    (url) => /^https?:\/\//i.test(url) && URL.canParse(url),
    invalid("address", "must be an http(s) URL")
  )

export function hasUserInfo({ username, password }: URL): boolean {
  return username !== "" || password !== ""
}

/** Base address for paths, normalized and without a trailing slash. */
export const addressSchema = httpUrl
  .refine(
    (url) => !/[?#]/.test(url),
    invalid("address_query", "must have no query")
  )
  .transform((url) => {
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`.replace(/\/+$/, "")
  })

/**
 * Our own address. The gateway, buyers and admins see it, so it must not
 * contain a secret.
 */
export const ownAddressSchema = httpUrl
  .refine(
    (url) => !URL.canParse(url) || !hasUserInfo(new URL(url)),
    invalid("address_user", "must not contain a user name or a password")
  )
  .pipe(addressSchema)

export const originSchema = httpUrl.transform((url) => new URL(url).origin)

/**
 * A storefront URL whose `{session_id}` and `{cart_id}` are filled in at start.
 */
export const templateSchema = httpUrl

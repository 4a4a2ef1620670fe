import { isPublicHost } from "../../../../src/shared/address-scope"

/** Suffixes that no host on the internet has, and no private one either. */
const RESERVED_SUFFIXES = ["test", "example", "invalid", "onion"]

/** Whether a string is an absolute http or https URL. */
export function isWebUrl(value: string): boolean {
  const protocol = URL.canParse(value) ? new URL(value).protocol : ""
  return protocol === "http:" || protocol === "https:"
}

/** Whether a string is a web URL whose host can exist on the public internet. */
export function isPublicUrl(value: string): boolean {
  if (!isWebUrl(value)) {
    return false
  }
  const host = new URL(value).hostname
  return (
    isPublicHost(host) &&
    !RESERVED_SUFFIXES.some((suffix) =>
      host.replace(/\.$/, "").endsWith(`.${suffix}`)
    )
  )
}

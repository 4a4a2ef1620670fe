const MAX_LENGTH = 300

/**
 * Makes a text of the gateway fit to be shown and logged: known secrets are
 * replaced, control characters and white space become single spaces, and it is cut to 300 characters.
 */
export type Scrub = (text: string) => string

/** @param secrets what must never be seen; also found in its URL-encoded form */
export function createScrub(secrets: readonly string[]): Scrub {
  const hidden = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, urlEncoded(secret)])
    // The longest first: one secret may be part of another.
    .sort((a, b) => b.length - a.length)
  return (text) => {
    const shown = hidden.reduce(
      (rest, secret) => rest.replaceAll(secret, "[hidden]"),
      text
    )
    const plain = shown.replace(/[\p{Cc}\s]+/gu, " ").trim()
    return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain
  }
}

/** A detour over UTF-8, since a lone surrogate would throw. */
function urlEncoded(secret: string): string {
  return encodeURIComponent(Buffer.from(secret).toString())
}

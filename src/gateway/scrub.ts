const MAX_LENGTH = 300

/**
 * Makes a text of the gateway safe to show and log. Replaces known secrets,
 * collapses control characters and white space to single spaces, and truncates
 * to 300 characters.
 *
 * @param secrets texts to hide; also hidden in URL-encoded form
 */
export function scrub(text: string, secrets: readonly string[]): string {
  const shown = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, urlEncoded(secret)])
    // Longest first, since one secret may be part of another.
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, "[hidden]"), text)
  const plain = shown.replace(/[\p{Cc}\s]+/gu, " ").trim()
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain
}

/** Converts via UTF-8, since a lone surrogate would throw. */
function urlEncoded(secret: string): string {
  return encodeURIComponent(Buffer.from(secret).toString())
}

import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * Signs a webhook body as both APIs do: HMAC-SHA256 over the raw bytes
 * (contract: Authentication, "Webhook signature" and "Webhook authenticity").
 *
 * @param rawBody the bytes as sent; a string stands for its UTF-8 bytes
 * @param secret hosted: the `client_secret`; onchain: the endpoint's webhook secret
 * @returns 64 lower-case hex characters
 */
export function signBody(rawBody: Uint8Array | string, secret: string): string {
  return createHmac("sha256", secret).update(rawBody).digest("hex")
}

/** The contract calls it a hex digest, and names no case. */
const HEX_DIGEST = /^[0-9a-f]{64}$/i

/**
 * Whether a signature header is that of the body under one of the secrets.
 * Compares in constant time and tries every secret, so that the time taken
 * does not tell which one fits.
 *
 * @param rawBody the bytes as received, before any parsing
 * @param signature the header's value; anything but 64 hex characters is false
 * @param secrets the current secret and its predecessors; empty ones never match
 */
export function verifySignature(
  rawBody: Uint8Array | string,
  signature: string | undefined,
  secrets: readonly string[]
): boolean {
  if (signature === undefined || !HEX_DIGEST.test(signature)) {
    return false
  }
  const given = Buffer.from(signature, "hex")
  return secrets
    .filter((secret) => secret !== "")
    .map((secret) => Buffer.from(signBody(rawBody, secret), "hex"))
    .reduce((found, digest) => timingSafeEqual(digest, given) || found, false)
}

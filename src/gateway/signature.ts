import { createHmac, timingSafeEqual } from "node:crypto"
import type { Rail } from "../ledger/rails"

/** The signature header of each API. */
export const SIGNATURE_HEADER: Record<Rail, string> = {
  hosted: "x-webhook-signature",
  onchain: "x-business-signature",
}

/**
 * Signs a webhook body as both APIs do: HMAC-SHA256 over the raw bytes
 * (contract: Authentication, "Webhook signature" and "Webhook authenticity").
 *
 * @param rawBody the bytes as sent; a string is encoded as UTF-8
 * @param secret hosted: the `client_secret`; onchain: the endpoint's webhook
 *   secret
 * @returns 64 lower-case hex characters
 */
export function signBody(rawBody: Uint8Array | string, secret: string): string {
  return createHmac("sha256", secret).update(rawBody).digest("hex")
}

/** The contract requires a hex digest and does not specify its case. */
const HEX_DIGEST = /^[0-9a-f]{64}$/i

/**
 * Verifies a signature header against the body with each of the secrets.
 * Compares in constant time and tries every secret, so that timing does not
 * reveal which one matches.
 *
 * @param rawBody the bytes as received, before any parsing
 * @param signature the header's value; anything but 64 hex characters is false
 * @param secrets the current secret and its predecessors; empty ones never
 *   match
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

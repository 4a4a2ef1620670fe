import { createHmac } from "node:crypto"

/** HMAC SHA-256 of a webhook's body as lower-case hex, as both contracts sign webhooks. */
export function hmacHex(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body, "utf8").digest("hex")
}

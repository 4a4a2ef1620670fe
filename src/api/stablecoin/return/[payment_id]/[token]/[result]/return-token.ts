import { createHash, timingSafeEqual } from "node:crypto"
import type { MedusaRequest } from "@medusajs/framework/http"

const TOKEN_IN_PATH = /(\/stablecoin\/return\/[^/?]*\/)[^/?]*/i

/**
 * Removes the token from a return URL, which access logs write when the
 * response is sent.
 */
export function hideReturnToken(req: MedusaRequest): void {
  req.url = req.url.replace(TOKEN_IN_PATH, "$1[hidden]")
  req.originalUrl = req.originalUrl.replace(TOKEN_IN_PATH, "$1[hidden]")
}

/** Compares in constant time, by digests of one length. */
export function isReturnToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

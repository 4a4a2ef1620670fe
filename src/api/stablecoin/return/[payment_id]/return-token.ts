import { createHash, timingSafeEqual } from "node:crypto"
import type { MedusaRequest } from "@medusajs/framework/http"

const TOKEN_IN_QUERY = /([?&]token(?:\[[^\]=]*\])?=)[^&#]*/gi

/**
 * Returns the token of a return URL, or null unless there is exactly one.
 * Removes it from the request's URL, which access logs write when the response
 * is sent.
 */
export function takeReturnToken(req: MedusaRequest): string | null {
  const { token } = req.query
  req.url = hideToken(req.url)
  req.originalUrl = hideToken(req.originalUrl)
  return typeof token === "string" && token !== "" ? token : null
}

function hideToken(url: string): string {
  return url.replace(TOKEN_IN_QUERY, "$1[hidden]")
}

/** Compares in constant time, by digests of one length. */
export function isReturnToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

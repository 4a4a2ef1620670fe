import { createHash, timingSafeEqual } from "node:crypto"
import type { MedusaRequest } from "@medusajs/framework/http"

const TOKEN_IN_QUERY = /([?&]token(?:\[[^\]=]*\])?=)[^&#]*/gi

/**
 * The token of a return URL, and null where there is not exactly one. It is
 * taken out of the request's URL: access logs write that URL when the answer
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

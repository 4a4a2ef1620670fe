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

/** Headers of a browser that loads a page before its user opens it. */
const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"]

/**
 * Whether a request may be a buyer's browser that opens a page. Mail scanners
 * and link previews send HEAD, scripts fetch, and browsers prefetch.
 */
export function isVisit(req: Pick<MedusaRequest, "method" | "get">): boolean {
  const mode = req.get("sec-fetch-mode")
  return (
    req.method === "GET" &&
    (mode === undefined || mode === "navigate") &&
    !PREFETCH_HEADERS.some((name) =>
      /prefetch|prerender|preview/i.test(req.get(name) ?? "")
    )
  )
}

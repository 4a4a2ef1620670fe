import type { MedusaRequest } from "@medusajs/framework/http"

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

/** Schemes that run or show the link's own content. */
const UNSAFE_SCHEMES = new Set([
  "about:",
  "blob:",
  "data:",
  "file:",
  "filesystem:",
  "javascript:",
  "vbscript:",
  "view-source:",
])

function parse(url: string | null): URL | null {
  return url !== null && URL.canParse(url) ? new URL(url) : null
}

/**
 * A merchant's return URL as a link target, normalized. Returns null for
 * anything but an `http` or `https` URL, and the page then shows no link.
 */
export function webLink(url: string | null): string | null {
  const parsed = parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

/**
 * A deep link into a buyer app (`<app_scheme>://…`, any scheme the device may
 * support), normalized. Returns null if a browser would run it instead.
 */
export function appLink(url: string): string | null {
  const parsed = parse(url)
  return parsed &&
    parsed.href.startsWith(`${parsed.protocol}//`) &&
    !UNSAFE_SCHEMES.has(parsed.protocol)
    ? parsed.href
    : null
}

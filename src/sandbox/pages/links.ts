/** Schemes that run or show what the link itself carries. */
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
 * A merchant's return URL as a link target, normalised, or null if it is no
 * `http` or `https` URL: then the page shows no link at all.
 */
export function webLink(url: string | null): string | null {
  const parsed = parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

/**
 * A deep link into a buyer app (`<app_scheme>://…`, any scheme that the device
 * may know), normalised, or null if a browser would run it instead.
 */
export function appLink(url: string): string | null {
  const parsed = parse(url)
  return parsed &&
    parsed.href.startsWith(`${parsed.protocol}//`) &&
    !UNSAFE_SCHEMES.has(parsed.protocol)
    ? parsed.href
    : null
}

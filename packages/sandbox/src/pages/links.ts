/**
 * A merchant's return URL as a link target, normalized. Returns null for
 * anything but an `http` or `https` URL, and the page then shows no link.
 */
export function webLink(url: string | null): string | null {
  const parsed = url !== null && URL.canParse(url) ? new URL(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

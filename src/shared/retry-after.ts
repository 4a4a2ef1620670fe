/**
 * Parses a `Retry-After` header: seconds or an HTTP date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds to wait, 0 for a past date, undefined if absent or
 *   invalid
 */
export function parseRetryAfter(
  header: string | string[] | undefined,
  now: number
): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) {
    return undefined
  }
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000
  }
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

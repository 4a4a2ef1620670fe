/**
 * ISO 8601 date-time with offset, as in both contracts:
 * "2026-01-31T12:00:00.000+00:00".
 */
export function dateTime(at: number | Date = Date.now()): string {
  return new Date(at).toISOString().replace("Z", "+00:00")
}

const DAY_MS = 86_400_000
/** Buyers may also send coins days after a payment has ended. */
const WATCHED_AFTER_END_MS = 14 * DAY_MS

/**
 * Addresses of payments that end after this moment are watched, and those of
 * open ones. Settings don't matter, since a payment keeps its own expiry.
 */
export function watchedSince(now: Date): Date {
  return new Date(now.getTime() - WATCHED_AFTER_END_MS)
}

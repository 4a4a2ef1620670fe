import type { Settings } from "../settings/settings"

const DAY_MS = 86_400_000
/** Buyers may also send coins days after a payment has ended. */
const WATCHED_AFTER_END_MS = 14 * DAY_MS

/** Start of the payments whose addresses are watched. Others ended long ago. */
export function watchedSince({ general }: Settings, now: Date): Date {
  const open = general.ok ? general.value.pendingTtl * 1_000 : DAY_MS
  return new Date(now.getTime() - open - WATCHED_AFTER_END_MS)
}

/** Seconds of a day. */
export const DAY = 86_400

/**
 * Period in which late money is expected, independent of the webhook retention.
 */
export const LATE_MONEY_SECONDS = 90 * DAY

export const PAYMENT_ID_PREFIX = "stpay_"

/**
 * A payment's id from `newPaymentId`: a prefix and a ULID, which begins with
 * the time.
 */
export const PAYMENT_ID = /^stpay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/**
 * Whether a text could be one of our payment ids, even if something on the way
 * has changed its case or cut it off.
 */
export function resemblesPaymentId(text: string): boolean {
  return text.trim().toLowerCase().startsWith(PAYMENT_ID_PREFIX)
}

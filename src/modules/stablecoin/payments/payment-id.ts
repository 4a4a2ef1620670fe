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

/** Prefix of the ids of Medusa's orders. */
export const ORDER_ID_PREFIX = "order_"

/**
 * Id of the draft order of a payment's cart. Derived from the payment's id, so
 * that two requests can't create two, and no link between both can be lost.
 */
export function draftOrderId(paymentId: string): string {
  return ORDER_ID_PREFIX + paymentId.slice(PAYMENT_ID_PREFIX.length)
}

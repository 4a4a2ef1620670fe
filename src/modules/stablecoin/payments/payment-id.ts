export const PAYMENT_ID_PREFIX = "stpay_"

/**
 * A payment's id from `newPaymentId`: a prefix and a ULID, which begins with
 * the time.
 */
export const PAYMENT_ID = /^stpay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** A payment's id, as `newPaymentId` makes it: a prefix and a ULID. */
export const PAYMENT_ID = /^stpay_[0-9A-HJKMNP-TV-Z]{26}$/

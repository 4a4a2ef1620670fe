/**
 * Channel that the triggers of payments and exceptions notify, with the payment
 * collection's id.
 */
export const PAYMENT_CHANNEL = "stablecoin_payment"

/**
 * Channel that is notified, with the schema, when webhooks are stored or left
 * that any process of the store may process.
 */
export const WEBHOOK_CHANNEL = "stablecoin_webhook"

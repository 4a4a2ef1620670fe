/**
 * Names that a store's own code needs. Importing them loads neither Medusa nor
 * the gateway's clients.
 */
export { STABLECOIN_MODULE } from "./modules/stablecoin/module-key"
export {
  STABLECOIN_EVENTS,
  type StablecoinEventData,
  type StablecoinExceptionEvent,
  type StablecoinPaymentEvent,
  type StablecoinRefundEvent,
} from "./modules/stablecoin/payments/events"
export type { StablecoinOptions } from "./modules/stablecoin/settings/options"
export { STABLECOIN_PROVIDERS } from "./providers/stablecoin/provider-ids"
export type { SessionData as StablecoinSessionData } from "./providers/stablecoin/session"
export type { SessionInput as StablecoinSessionInput } from "./providers/stablecoin/buyer-choice"
export { PAYMENT_STATUSES, type PaymentStatus } from "./ledger/payment"
export { RAILS, type Rail } from "./ledger/rails"

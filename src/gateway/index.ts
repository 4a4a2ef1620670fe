export type { OrderState } from "./answers"
export { BusinessOrderClient } from "./business-order-client"
export { modeOfClient } from "./client-mode"
export {
  GatewayError,
  GATEWAY_ERROR_CODES,
  type GatewayErrorCode,
} from "./gateway-error"
export { MerchantCheckoutClient } from "./merchant-checkout-client"
export {
  isPublicAddress,
  isPublicHost,
  PRIVATE_ADDRESS,
  publicLookup,
  publicUrlProblem,
} from "../shared/address-scope"
export type { ClientOptions, AddressScope, ObservedRequest } from "./options"
export {
  CHAINS,
  STABLECOINS,
  chainsOf,
  chainSchema,
  stablecoinSchema,
  type Chain,
  type CoinsByChain,
  type MerchantCurrency,
  type Stablecoin,
} from "./schemas"
export type { GatewayCurrency } from "./connection-test"
export { describeCurrencies, testConnection } from "./test-connection"
export { refusesPair } from "./refused-pair"
export { SIGNATURE_HEADER, signBody, verifySignature } from "./signature"
export { WebhookBodyError, type WebhookReport } from "./webhook-report"
export { parseHostedWebhook, parseOnchainWebhook } from "./webhooks"

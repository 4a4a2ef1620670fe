export { BusinessOrderClient } from "./business-order-client"
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
export {
  modeOfClient,
  type ClientOptions,
  type AddressScope,
  type ObservedRequest,
} from "./options"
export {
  CHAINS,
  STABLECOINS,
  chainsOf,
  chainSchema,
  stablecoinSchema,
  type Chain,
  type CoinsByChain,
  type GatewayCurrency,
  type Stablecoin,
} from "./schemas"
export { testConnection } from "./test-connection"
export { SIGNATURE_HEADER, signBody, verifySignature } from "./signature"
export type { GatewayReport, WebhookReport } from "./webhook-report"
export { parseWebhook, WebhookBodyError } from "./webhooks"

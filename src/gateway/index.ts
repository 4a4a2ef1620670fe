export type { Order, OrderState, Transaction } from "./answers"
export {
  BusinessOrderClient,
  type CreateOrderInput,
} from "./business-order-client"
export { modeOfClient } from "./client-mode"
export {
  GatewayError,
  type FailedRequest,
  GATEWAY_ERROR_CODES,
  type GatewayErrorCode,
} from "./gateway-error"
export {
  MerchantCheckoutClient,
  type CreateTransactionInput,
} from "./merchant-checkout-client"
export {
  isPublicAddress,
  isPublicHost,
  PRIVATE_ADDRESS,
  publicLookup,
  publicUrlProblem,
} from "../shared/address-scope"
export type {
  ClientOptions,
  GatewayOperation,
  AddressScope,
  ObservedRequest,
} from "./options"
export {
  CHAINS,
  STABLECOINS,
  chainSchema,
  stablecoinSchema,
  type CancelledOrder,
  type Chain,
  type CheckoutMethod,
  type MerchantCurrency,
  type Stablecoin,
} from "./schemas"
export {
  describeCurrencies,
  testConnection,
  type ConnectionTest,
  type GatewayCurrency,
} from "./test-connection"
export { signBody, verifySignature } from "./signature"
export {
  WebhookBodyError,
  type PaidReport,
  type WebhookReport,
} from "./webhook-report"
export { parseHostedWebhook, parseOnchainWebhook } from "./webhooks"

export { createSandbox } from "./create-sandbox"
export { Sandbox } from "./sandbox"
export { SandboxError } from "./sandbox-error"
export type { SandboxOptions } from "./options"
export type {
  Credentials,
  HostedCredentials,
  OnchainCredentials,
  RegisteredEndpoint,
  RotatableSecret,
} from "./accounts"
export type { OrderEntry, OrderPaymentEntry } from "./records/order"
export type { TransactionEntry } from "./records/transaction"
export type { Transfer, TransferInput } from "./chain/transfer"
export type { ChainHead, Coin, NetworkChain } from "./chain/network-chain"
export type { Fault } from "./faults/faults"
export type { Paid, PayOptions, TriggerOptions } from "./gateway-actions"
export type { Rules, RulesChange } from "./rules"
export type { RequestFilter, RequestRecord } from "./http/request-log"
export type { Found, Target } from "./targets"
export type { SentWebhook, WebhookAttempt } from "./webhooks/sent-webhook"

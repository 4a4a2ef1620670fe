import { z } from "zod"
import {
  createCredentials,
  type Credentials,
  type RegisteredEndpoint,
  type RotatableSecret,
} from "./accounts"
import type { OrderEntry } from "./records/order"
import type { TransactionEntry } from "./records/transaction"
import type { MemoryChain } from "./chain/memory-chain"
import type { CallFault } from "./faults/call-faults"
import type { WebhookFault } from "./faults/webhook-faults"
import type { Gateway } from "./gateway"
import type { RequestFilter, RequestRecord } from "./http/request-log"
import { assertOnlyThisMachine } from "./live-mode"
import { cancelNow, failNow, payNow, type PayOptions } from "./outcomes"
import { parse } from "./parse"
import { applyRules, type Rules, type RulesChange } from "./rules"
import { createState, memoryChain } from "./state"
import type { Found, Target } from "./targets"
import { triggerNow, type TriggerOptions } from "./trigger"
import {
  applyVariant,
  type Variant,
  type VariantChange,
  type VariantName,
} from "./variants"
import type { SentWebhook } from "./webhooks/sent-webhook"

/**
 * A running local gateway: both APIs, their pages and webhooks, and control
 * over them.
 */
export class Sandbox {
  constructor(
    private readonly gateway: Gateway,
    private readonly stop: () => Promise<void>
  ) {}

  /**
   * `{base_url}`, `{business_url}`, the control address, and JSON-RPC, whose
   * paths are the codes of the chains.
   */
  get urls(): {
    merchant: string
    business: string
    control: string
    rpc: string
  } {
    return { ...this.gateway.urls }
  }

  /** Current credentials of the sandbox's own account. */
  get credentials(): Credentials {
    return structuredClone(this.state.accounts.first.credentials)
  }

  /**
   * The networks in memory: coins, blocks, reorganizations, sanctions.
   *
   * @throws SandboxError 409 if the sandbox was started with another chain
   */
  get chain(): MemoryChain {
    return memoryChain(this.state)
  }

  /** Address of the wallet built into the onchain checkout page. */
  get walletAddress(): string {
    return this.state.wallet.address
  }

  get variant(): Variant {
    return structuredClone(this.state.variant)
  }

  /** The gateway's current limits and offers. */
  get rules(): Rules {
    return structuredClone(this.state.rules)
  }

  /** Requests that the APIs received, oldest first, with secrets masked. */
  requests(filter?: RequestFilter): RequestRecord[] {
    return this.state.requests.list(filter)
  }

  /** Webhooks sent, waiting or dropped, oldest first. */
  webhooks(): SentWebhook[] {
    return this.state.webhooks.list()
  }

  /** The transactions of the hosted rail, oldest first. */
  transactions(): TransactionEntry[] {
    return this.state.transactions.list()
  }

  /** The payment orders of the onchain rail, oldest first. */
  orders(): OrderEntry[] {
    return this.state.orders.list()
  }

  /**
   * Pays as the buyer would: hosted by a method (default the currency's),
   * onchain by the built-in wallet. A failed hosted transaction may be paid.
   *
   * @param options onchain also another `amount` or `chain`, which the gateway
   *   refuses, or the `txHash` of a transfer to confirm with
   * @throws SandboxError if the target does not exist, or the gateway refuses.
   *   Coins already sent stay sent
   */
  async pay(target: Target, options: PayOptions = {}): Promise<Found> {
    return payNow(this.gateway, target, options)
  }

  /**
   * Makes a pending hosted transaction fail.
   *
   * @throws SandboxError for anything else
   */
  async fail(target: Target): Promise<Found> {
    return failNow(this.gateway, target)
  }

  /** Cancels a pending payment order. @throws SandboxError for anything else */
  async cancel(target: Target): Promise<Found> {
    return cancelNow(this.gateway, target)
  }

  /**
   * Sends an event of a transaction or order without changing either.
   *
   * @param overrides replace fields of the webhook's `payload` or `data`, by
   *   their names in the body
   * @param options `force` sends an event that its API does not have
   * @returns the queued webhooks
   * @throws SandboxError 422 for an event that its API does not have, 409 if no
   *   endpoint receives it
   */
  trigger(
    event: string,
    target: Target,
    overrides?: Record<string, unknown>,
    options?: TriggerOptions
  ): SentWebhook[] {
    return triggerNow(this.gateway, event, target, overrides, options)
  }

  /**
   * Sends the body of a webhook again, with a new signature.
   *
   * @throws SandboxError if the webhook does not exist
   */
  resend(webhookId: string): SentWebhook {
    return this.state.webhooks.resend(webhookId)
  }

  /** Resolves when every queued webhook has been delivered or given up. */
  async settled(): Promise<void> {
    await this.state.webhooks.settled()
  }

  /**
   * Plans a fault for the next calls.
   *
   * @throws SandboxError 422 if it is invalid
   */
  fault(fault: CallFault): void {
    this.state.callFaults.add(fault)
  }

  /**
   * Plans a fault for the next webhooks.
   *
   * @throws SandboxError 422 if it is invalid
   */
  faultWebhooks(fault: WebhookFault): void {
    this.state.webhookFaults.add(fault)
  }

  /** Planned faults that have not been used yet. */
  faults() {
    const { callFaults, webhookFaults } = this.state
    return { calls: callFaults.list(), webhooks: webhookFaults.list() }
  }

  clearFaults(): void {
    this.state.callFaults.clear()
    this.state.webhookFaults.clear()
  }

  /**
   * Replaces secrets and returns the new credentials. Tokens issued before stay
   * valid.
   */
  rotateSecret(which: RotatableSecret): Credentials {
    const { accounts } = this.state
    accounts.rotate(accounts.first, which)
    return this.credentials
  }

  /**
   * Adds another business at the same gateway.
   *
   * @throws SandboxError for live mode, if other machines can reach the sandbox
   */
  addAccount(
    options: { name?: string; mode?: "sandbox" | "live" } = {}
  ): Credentials & { id: string } {
    const { name = "Another Store", mode = "sandbox" } = options
    if (mode === "live") {
      assertOnlyThisMachine(this.gateway.settings)
    }
    const account = this.state.accounts.add(name, createCredentials(mode))
    return { id: account.id, ...structuredClone(account.credentials) }
  }

  /**
   * Registers an endpoint for business events, all by default, as the portal
   * would.
   */
  registerEndpoint(endpoint: {
    url: string
    events?: string[]
    secret?: string
  }): RegisteredEndpoint {
    const { accounts } = this.state
    return structuredClone(accounts.register(accounts.first, endpoint))
  }

  endpoints(): RegisteredEndpoint[] {
    return structuredClone(this.state.accounts.first.endpoints)
  }

  /**
   * Sets the lifetime in seconds of access tokens issued from now on.
   *
   * @throws SandboxError 422 unless it is more than 0
   */
  setTokenLifetime(seconds: number): void {
    const lifetime = z.number().positive()
    this.state.tokens.lifetime = parse(lifetime, seconds, "The lifetime")
  }

  /** Expires every access token of both APIs at once. */
  expireTokens(): void {
    this.state.tokens.access.expireAll()
  }

  /** Issues a token for a buyer app's user. */
  buyerToken(): string {
    const { buyers, lifetime } = this.state.tokens
    return buyers.issue({ buyer: true }, lifetime).token
  }

  /**
   * Switches the merchant API to another variant.
   *
   * @throws SandboxError 422 if the variant does not exist
   */
  setVariant(change: VariantName | VariantChange): Variant {
    this.state.variant = applyVariant(this.state.variant, change)
    return this.variant
  }

  /**
   * Changes the gateway's limits and offers.
   *
   * @throws SandboxError 422 for a field, value or method that does not exist
   */
  setRules(change: RulesChange): Rules {
    this.state.rules = applyRules(this.state.rules, change)
    return this.rules
  }

  /**
   * Clears everything: records, tokens, requests, webhooks, faults, other
   * accounts, endpoints. Variant, rules and token lifetime return to their
   * start values. The credentials stay, so that a running store continues to
   * work.
   */
  async reset(): Promise<void> {
    const { settings, state } = this.gateway
    const { accounts, webhooks } = state
    const credentials = structuredClone(accounts.first.credentials)
    this.gateway.state = await createState({
      ...settings,
      seedSecrets: credentials,
    })
    await webhooks.close()
  }

  /** Stops all listeners, cuts open connections and drops waiting webhooks. */
  async close(): Promise<void> {
    await this.stop()
  }

  private get state() {
    return this.gateway.state
  }
}

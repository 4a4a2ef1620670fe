import { z } from "zod"
import {
  createCredentials,
  type Credentials,
  type RegisteredEndpoint,
  type RotatableSecret,
} from "./accounts"
import type { OrderEntry } from "./records/order"
import type { TransactionEntry } from "./records/transaction"
import type { Chain } from "./chain/chain"
import type { CallFault } from "./faults/call-faults"
import type { WebhookFault } from "./faults/webhook-faults"
import type { Gateway } from "./gateway"
import type { RequestFilter, RequestRecord } from "./http/request-log"
import { assertOnlyThisMachine } from "./live-mode"
import { cancelNow, failNow, payNow, type PayOptions } from "./outcomes"
import { parse } from "./parse"
import { applyRules, type Rules, type RulesChange } from "./rules"
import { createState } from "./state"
import type { Found, Target } from "./targets"
import { triggerNow, type TriggerOptions } from "./trigger"
import {
  applyVariant,
  type Variant,
  type VariantChange,
  type VariantName,
} from "./variants"
import type { SentWebhook } from "./webhooks/sent-webhook"

/** A running gateway of one's own: both APIs, their pages and webhooks, and a hand on all of it. */
export class Sandbox {
  constructor(
    private readonly gateway: Gateway,
    private readonly stop: () => Promise<void>
  ) {}

  /** `{base_url}`, `{business_url}` and the control address. */
  get urls(): { merchant: string; business: string; control: string } {
    return { ...this.gateway.urls }
  }

  /** Credentials of the sandbox's own account, as they are now. */
  get credentials(): Credentials {
    return structuredClone(this.state.accounts.first.credentials)
  }

  /** The chain that confirmations are checked against. */
  get chain(): Chain {
    return this.state.chain
  }

  /** Address of the wallet that is built into the onchain checkout page. */
  get walletAddress(): string {
    return this.state.wallet.address
  }

  get variant(): Variant {
    return structuredClone(this.state.variant)
  }

  /** What the gateway accepts and offers now. */
  get rules(): Rules {
    return structuredClone(this.state.rules)
  }

  /** What the APIs were asked, oldest first, secrets masked. */
  requests(filter?: RequestFilter): RequestRecord[] {
    return this.state.requests.list(filter)
  }

  /** Webhooks sent, waiting or dropped, oldest first. */
  webhooks(): SentWebhook[] {
    return this.state.webhooks.list()
  }

  /** The books of the hosted rail, oldest first. */
  transactions(): TransactionEntry[] {
    return this.state.transactions.list()
  }

  /** The books of the onchain rail, oldest first. */
  orders(): OrderEntry[] {
    return this.state.orders.list()
  }

  /**
   * Pays as the buyer would: hosted by a method (default the currency's),
   * onchain by the built-in wallet. A failed hosted transaction may be paid.
   *
   * @param options onchain also another `amount` or `chain`, which the gateway refuses, or the `txHash` of a transfer to confirm with
   * @throws SandboxError if there is no such thing, or the gateway refuses; coins that were sent stay sent
   */
  async pay(target: Target, options: PayOptions = {}): Promise<Found> {
    return payNow(this.gateway, target, options)
  }

  /** Lets a pending hosted transaction fail. @throws SandboxError for anything else */
  async fail(target: Target): Promise<Found> {
    return failNow(this.gateway, target)
  }

  /** Cancels a pending payment order. @throws SandboxError for anything else */
  async cancel(target: Target): Promise<Found> {
    return cancelNow(this.gateway, target)
  }

  /**
   * Sends an event of a transaction or order, and changes neither.
   *
   * @param overrides replace fields of the webhook's `payload` or `data`, as the wire writes them
   * @param options `force` sends an event that its API does not have
   * @returns the queued webhooks
   * @throws SandboxError 422 for an event that its API does not have, 409 if nothing receives it
   */
  trigger(
    event: string,
    target: Target,
    overrides?: Record<string, unknown>,
    options?: TriggerOptions
  ): SentWebhook[] {
    return triggerNow(this.gateway, event, target, overrides, options)
  }

  /** Sends the body of a webhook again, signed anew. @throws SandboxError if there is no such webhook */
  resend(webhookId: string): SentWebhook {
    return this.state.webhooks.resend(webhookId)
  }

  /** Resolves when every queued webhook has been answered or given up. */
  async settled(): Promise<void> {
    await this.state.webhooks.settled()
  }

  /** Plans a fault for the next calls. @throws SandboxError 422 if it is no such thing */
  fault(fault: CallFault): void {
    this.state.callFaults.add(fault)
  }

  /** Plans a fault for the next webhooks. @throws SandboxError 422 if it is no such thing */
  faultWebhooks(fault: WebhookFault): void {
    this.state.webhookFaults.add(fault)
  }

  /** The faults that are still to come. */
  faults() {
    const { callFaults, webhookFaults } = this.state
    return { calls: callFaults.list(), webhooks: webhookFaults.list() }
  }

  clearFaults(): void {
    this.state.callFaults.clear()
    this.state.webhookFaults.clear()
  }

  /** Replaces secrets; tokens that were issued before stay valid. Returns the new credentials. */
  rotateSecret(which: RotatableSecret): Credentials {
    const { accounts } = this.state
    accounts.rotate(accounts.first, which)
    return this.credentials
  }

  /** Another business at the same gateway. @throws SandboxError for live mode, if other machines reach the sandbox */
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

  /** Registers an endpoint for all business events, as the portal would. */
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

  /** Seconds that access tokens issued from now on are valid for. @throws SandboxError 422 unless it is more than 0 */
  setTokenLifetime(seconds: number): void {
    const lifetime = z.number().positive()
    this.state.tokens.lifetime = parse(lifetime, seconds, "The lifetime")
  }

  /** Expires every access token of both APIs at once. */
  expireTokens(): void {
    this.state.tokens.access.expireAll()
  }

  /** A token of a buyer app's user. */
  buyerToken(): string {
    const { buyers, lifetime } = this.state.tokens
    return buyers.issue({ buyer: true }, lifetime).token
  }

  /** Shows another variant of the merchant API from now on. @throws SandboxError 422 if there is no such variant */
  setVariant(change: VariantName | VariantChange): Variant {
    this.state.variant = applyVariant(this.state.variant, change)
    return this.variant
  }

  /** Changes what the gateway accepts and offers from now on. @throws SandboxError 422 for what does not exist */
  setRules(change: RulesChange): Rules {
    this.state.rules = applyRules(this.state.rules, change)
    return this.rules
  }

  /**
   * Forgets everything: books, tokens, requests, webhooks, faults, other
   * accounts, endpoints. Variant, rules and token lifetime are as at the start;
   * the credentials stay what they are now, so that a running store goes on.
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

  /** Stops all listeners, cuts open connections and gives up waiting webhooks. */
  async close(): Promise<void> {
    await this.stop()
  }

  private get state() {
    return this.gateway.state
  }
}

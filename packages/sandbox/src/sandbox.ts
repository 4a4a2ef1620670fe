import { z } from "zod"
import type { Chain as ChainCode } from "../../../src/gateway/schemas"
import {
  createCredentials,
  type Credentials,
  type RegisteredEndpoint,
  type RotatableSecret,
} from "./accounts"
import type { NetworkChain } from "./chain/network-chain"
import type { Transfer, TransferInput } from "./chain/transfer"
import type { Fault, PlannedFault } from "./faults/faults"
import type { Gateway } from "./gateway"
import { GatewayActions } from "./gateway-actions"
import type { RequestFilter, RequestRecord } from "./http/request-log"
import { assertOnlyThisMachine } from "./live-mode"
import { parse } from "./parse"
import type { OrderEntry } from "./records/order"
import type { TransactionEntry } from "./records/transaction"
import { applyRates, type Rates, type RatesChange } from "./rates-api"
import { applyRules, type Rules, type RulesChange } from "./rules"
import { createState } from "./state"
import type { SentWebhook } from "./webhooks/sent-webhook"

/**
 * A running local gateway: both APIs, their pages and webhooks, and control
 * over them.
 */
export class Sandbox extends GatewayActions {
  constructor(
    gateway: Gateway,
    private readonly stop: () => Promise<void>
  ) {
    super(gateway)
  }

  /**
   * `{base_url}`, `{business_url}`, the control address, JSON-RPC, whose
   * paths are the codes of the chains, and the prices.
   */
  get urls(): Gateway["urls"] {
    return { ...this.gateway.urls }
  }

  /** A network in memory: its transfers and blocks. */
  chain(code: ChainCode): NetworkChain {
    return this.state.chain(code)
  }

  /** Address of the wallet built into the onchain checkout page. */
  get walletAddress(): string {
    return this.state.wallet
  }

  /**
   * Sends coins, from that wallet unless `from` says otherwise.
   *
   * @param status a reverted transfer moves nothing
   * @throws SandboxError if there is no such coin, address or amount
   */
  send(
    {
      chain,
      from = this.walletAddress,
      ...coins
    }: Omit<TransferInput, "from"> & { chain: ChainCode; from?: string },
    status?: Transfer["status"]
  ): Transfer {
    return this.chain(chain).send([{ ...coins, from }], status)[0]!
  }

  /** Requests that the APIs, JSON-RPC and the prices received, oldest first, with secrets masked. */
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
   * Plans a fault for the next calls or webhooks.
   *
   * @throws SandboxError 422 if it is invalid
   */
  fault(fault: Fault): void {
    this.state.faults.add(fault)
  }

  /** Planned faults that have not been used yet. */
  faults(): PlannedFault[] {
    return this.state.faults.list()
  }

  clearFaults(): void {
    this.state.faults.clear()
  }

  /** Current credentials of the sandbox's own account. */
  get credentials(): Credentials {
    return structuredClone(this.state.accounts.first.credentials)
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
  addAccount({
    name = "Another Store",
    mode = "sandbox",
  }: { name?: string; mode?: "sandbox" | "live" } = {}): Credentials & {
    id: string
  } {
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
    this.state.tokens.expireAccess()
  }

  /** Issues a token for a buyer app's user. */
  buyerToken(): string {
    return this.state.tokens.issue("buyer", this.state.accounts.first.id).token
  }

  /** The gateway's current limits and offers. */
  get rules(): Rules {
    return structuredClone(this.state.rules)
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
   * Changes prices, by code: US dollars for one unit, or false to have none.
   *
   * @throws SandboxError 422 for another code or value
   */
  setRates(change: RatesChange): Rates {
    return (this.state.rates = applyRates(this.state.rates, change))
  }

  /**
   * Clears everything: records, tokens, requests, webhooks, faults, other
   * accounts, endpoints. Rules, prices and token lifetime return to their
   * start values. The credentials stay, so that a running store continues to
   * work.
   */
  async reset(): Promise<void> {
    const { settings, state } = this.gateway
    this.gateway.state = createState({
      ...settings,
      seedSecrets: this.credentials,
    })
    await state.webhooks.close()
  }

  /** Stops all listeners, cuts open connections and drops waiting webhooks. */
  async close(): Promise<void> {
    await this.stop()
  }
}

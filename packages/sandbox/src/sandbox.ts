import type { OrderEntry } from "./records/order"
import type { TransactionEntry } from "./records/transaction"
import type { Receipt, TransferInput } from "./chain/receipts"
import type { MemoryChain } from "./chain/memory-chain"
import type { CallFault } from "./faults/call-faults"
import type { RpcFault } from "./faults/rpc-faults"
import type { WebhookFault } from "./faults/webhook-faults"
import type { Gateway } from "./gateway"
import { GatewayActions } from "./gateway-actions"
import type { RequestFilter, RequestRecord } from "./http/request-log"
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

  /** The networks in memory: coins, blocks, reorganizations. */
  get chain(): MemoryChain {
    return this.state.chain
  }

  /** Address of the wallet built into the onchain checkout page. */
  get walletAddress(): string {
    return this.state.wallet.address
  }

  /**
   * Sends coins from that wallet, which never runs out.
   *
   * @throws SandboxError if there is no such coin, address or amount
   */
  async send(transfer: Omit<TransferInput, "from">): Promise<Receipt> {
    return this.state.wallet.pay(transfer)
  }

  /** Requests that the APIs and JSON-RPC received, oldest first, with secrets masked. */
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

  /**
   * Plans a fault for the next JSON-RPC requests.
   *
   * @throws SandboxError 422 if it is invalid
   */
  faultRpc(fault: RpcFault): void {
    this.state.rpcFaults.add(fault)
  }

  /** Planned faults that have not been used yet. */
  faults() {
    const { callFaults, webhookFaults, rpcFaults } = this.state
    return {
      calls: callFaults.list(),
      webhooks: webhookFaults.list(),
      rpc: rpcFaults.list(),
    }
  }

  clearFaults(): void {
    const { callFaults, webhookFaults, rpcFaults } = this.state
    for (const planned of [callFaults, webhookFaults, rpcFaults]) {
      planned.clear()
    }
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
    this.gateway.state = createState({
      ...settings,
      seedSecrets: credentials,
    })
    await webhooks.close()
  }

  /** Stops all listeners, cuts open connections and drops waiting webhooks. */
  async close(): Promise<void> {
    await this.stop()
  }
}

import type { Account } from "./accounts"
import type { NewOrder, OrderEntry } from "./records/order"
import { businessWebhook } from "./records/order-wire"
import type { NewTransaction, TransactionEntry } from "./records/transaction"
import { merchantWebhook } from "./records/transaction-wire"
import { type Confirmation, confirmationProblem } from "./confirmation"
import type { ConfirmationFault } from "./faults/faults"
import { invalid } from "./http/refusal"
import type { Settings } from "./options"
import { destinationFor, type State } from "./state"
import type { SentWebhook } from "./webhooks/sent-webhook"

/** The gateway's operations: each state change, with its webhooks. */
export class Gateway {
  constructor(
    readonly settings: Settings,
    /** Replaced by a reset, so callers must not cache it. */
    public state: State,
    /** Addresses of the listeners, set once they are up. */
    readonly urls = {
      merchant: "",
      business: "",
      control: "",
      rpc: "",
      rates: "",
    }
  ) {}

  createTransaction(account: Account, input: NewTransaction): TransactionEntry {
    const entry = this.state.transactions.create(account, input)
    this.announceTransaction(entry, "transaction.created")
    return entry
  }

  payTransaction(entry: TransactionEntry, method: string): void {
    this.state.transactions.succeed(entry, method)
    this.announceTransaction(entry, "payment.success")
  }

  failTransaction(entry: TransactionEntry, method: string | null): void {
    this.state.transactions.fail(entry, method)
    this.announceTransaction(entry, "transaction.failed")
  }

  createOrder(
    account: Account,
    input: Omit<NewOrder, "destinationAddress">
  ): OrderEntry {
    const { state } = this
    const destinationAddress = destinationFor(state, account, input.chain)
    const entry = state.orders.create(account, { ...input, destinationAddress })
    this.announceOrder(entry, "payment_order.created")
    return entry
  }

  cancelOrder(entry: OrderEntry): void {
    if (entry.status !== "pending") {
      throw invalid(
        "status",
        `Only pending orders can be cancelled, this one is ${entry.status}.`
      )
    }
    this.state.orders.cancel(entry)
    this.announceOrder(entry, "payment_order.cancelled")
  }

  /**
   * Marks an order paid if the transfer really pays it.
   *
   * @returns the planned fault that let another transfer pass, if any
   * @throws Refusal 422 with the field that does not match
   */
  confirmOrder(entry: OrderEntry, by: Confirmation): ConfirmationFault | null {
    const { orders, chain, faults } = this.state
    const receipts = chain(entry.chain).find(by.txHash)
    const isSpent = orders.isSpent(entry.chain, by.txHash)
    const refused = confirmationProblem(entry, by, receipts, isSpent)
    const fault = refused && faults.ofConfirmation(refused.liesThatPass)
    if (refused && !fault) {
      throw refused.refusal
    }
    orders.pay(entry, by.txHash)
    this.announceOrder(entry, "payment_order.paid")
    return fault
  }

  /** Queues an event of a transaction for its `webhook_url`, if it has one. */
  announceTransaction(
    entry: TransactionEntry,
    event: string,
    overrides?: Record<string, unknown>
  ): SentWebhook[] {
    if (!entry.webhookUrl) {
      return []
    }
    const account = this.state.accounts.byId(entry.accountId)
    return [
      this.state.webhooks.enqueue({
        api: "merchant",
        event,
        url: entry.webhookUrl,
        subject: entry.transactionId,
        body: JSON.stringify(merchantWebhook(entry, event, overrides)),
        secret: () => account.credentials.hosted.clientSecret,
      }),
    ]
  }

  /**
   * Queues an event of an order for its `webhook_url` and for each endpoint
   * registered for the event.
   */
  announceOrder(
    entry: OrderEntry,
    event: string,
    overrides?: Record<string, unknown>
  ): SentWebhook[] {
    const account = this.state.accounts.byId(entry.accountId)
    const { onchain } = account.credentials
    const receivers = account.endpoints
      .filter(({ events }) => !events || events.includes(event))
      .map(({ url, secret }) => ({ url, secret: () => secret }))
    if (entry.webhookUrl) {
      receivers.unshift({
        url: entry.webhookUrl,
        secret: () => onchain.webhookSecret,
      })
    }
    const body = JSON.stringify(businessWebhook(entry, event, overrides))
    return receivers.map((receiver) =>
      this.state.webhooks.enqueue({
        api: "business",
        event,
        subject: entry.orderId,
        body,
        ...receiver,
      })
    )
  }
}

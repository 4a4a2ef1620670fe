import type { CheckoutMethod } from "../../../src/gateway/schemas"
import type { Transfer } from "./chain/transfer"
import { requirePayable } from "./confirmation"
import type { Gateway } from "./gateway"
import { Refusal } from "./http/refusal"
import type { OrderEntry } from "./records/order"
import { BUSINESS_EVENT_NAMES } from "./records/order-wire"
import { MERCHANT_EVENT_NAMES } from "./records/transaction-wire"
import { SandboxError } from "./sandbox-error"
import { activeMethods, type State } from "./state"
import { findTarget, type Found, type Target } from "./targets"
import { sendFromWallet, type WalletTransfer } from "./wallet-payment"
import type { SentWebhook } from "./webhooks/sent-webhook"

/**
 * Payment options. By default, a payment is made in the simplest way that
 * works.
 */
export type PayOptions = WalletTransfer & {
  /** Hosted: key of the method. */
  method?: string
  /**
   * Onchain: confirms with this transfer instead of sending one. The gateway
   * refuses an unknown hash unless a fault lets it pass.
   */
  txHash?: string
  /**
   * Onchain: false sends the coins without a confirmation, so that the gateway
   * never knows. Also possible after the order ended. Default true.
   */
  confirm?: boolean
}

/** A payment, and the transfer that the wallet sent for it. */
export type Paid = Found & { transfer?: Transfer }

export type TriggerOptions = {
  /** True sends an event that the API does not have. */
  force?: boolean
}

const EVENTS = {
  merchant: MERCHANT_EVENT_NAMES,
  business: BUSINESS_EVENT_NAMES,
} as const

/** Actions of a buyer or the business, and webhooks without one. */
export abstract class GatewayActions {
  constructor(protected readonly gateway: Gateway) {}

  protected get state(): State {
    return this.gateway.state
  }

  /**
   * Pays as the buyer would: hosted by a method (default the currency's),
   * onchain by the built-in wallet. A failed hosted transaction may be paid.
   *
   * @param options onchain also another `amount`, `chain` or `currency`, which
   *   the gateway refuses, the `txHash` of a transfer to confirm with, or
   *   `confirm: false` to send coins that the gateway is not told about
   * @throws SandboxError if the target does not exist, or the gateway refuses.
   *   Coins already sent stay sent
   */
  async pay(
    target: Target,
    { method: key, ...onchain }: PayOptions = {}
  ): Promise<Paid> {
    const found = findTarget(this.state, target)
    if (found.api === "business") {
      const transfer = explained(() =>
        payOrder(this.gateway, found.entry, onchain)
      )
      return structuredClone({ ...found, ...(transfer && { transfer }) })
    }
    if (Object.values(onchain).some((option) => option !== undefined)) {
      throw new SandboxError(
        "A hosted transaction is paid by a method: the other options are for payment orders.",
        422
      )
    }
    const methods = activeMethods(this.state, found.entry.currency)
    this.gateway.payTransaction(found.entry, chosenMethod(methods, key).key)
    return structuredClone(found)
  }

  /**
   * Makes a pending hosted transaction fail.
   *
   * @throws SandboxError for anything else
   */
  async fail(target: Target): Promise<Found> {
    const found = findTarget(this.state, target)
    if (found.api === "business") {
      throw new SandboxError(
        "A payment order cannot fail, only be paid or cancelled.",
        409
      )
    }
    this.gateway.failTransaction(found.entry, null)
    return structuredClone(found)
  }

  /** Cancels a pending payment order. @throws SandboxError for anything else */
  async cancel(target: Target): Promise<Found> {
    const found = findTarget(this.state, target)
    if (found.api === "merchant") {
      throw new SandboxError(
        "A hosted transaction cannot be cancelled, the contract has no such call. Let it fail instead.",
        409
      )
    }
    explained(() => this.gateway.cancelOrder(found.entry))
    return structuredClone(found)
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
    { force = false }: TriggerOptions = {}
  ): SentWebhook[] {
    const found = findTarget(this.state, target)
    const known: readonly string[] = EVENTS[found.api]
    if (!force && !known.includes(event)) {
      throw new SandboxError(
        `${event} was not sent: the ${found.api} API has no such event. Send ${known.join(", ")}, or force it.`,
        422
      )
    }
    const sent =
      found.api === "merchant"
        ? this.gateway.announceTransaction(found.entry, event, overrides)
        : this.gateway.announceOrder(found.entry, event, overrides)
    if (sent.length === 0) {
      throw new SandboxError(
        found.api === "merchant"
          ? `${event} was not sent: the transaction has no webhook_url.`
          : `${event} was not sent: the order has no webhook_url, and no registered endpoint takes this event.`,
        409
      )
    }
    return sent
  }
}

/** @returns the transfer, if the wallet sent one */
function payOrder(
  gateway: Gateway,
  entry: OrderEntry,
  { txHash, confirm = true, ...wanted }: Omit<PayOptions, "method">
): Transfer | undefined {
  const { state } = gateway
  if (txHash) {
    const chain = wanted.chain ?? entry.chain
    const found = state.chain(chain).find(txHash)
    const own = found.find(({ to }) => to === entry.destinationAddress)
    const from = (own ?? found[0])?.from ?? state.wallet
    // The hash as given, since a buyer's app may write it in any case.
    gateway.confirmOrder(entry, { txHash, chain, from })
    return undefined
  }
  if (confirm) {
    requirePayable(entry)
  }
  const sent = sendFromWallet(gateway, entry, wanted)
  if (confirm) {
    gateway.confirmOrder(entry, sent)
  }
  return sent
}

function chosenMethod(methods: CheckoutMethod[], key?: string): CheckoutMethod {
  const method = key
    ? methods.find((candidate) => candidate.key === key)
    : (methods.find(({ is_default }) => is_default) ?? methods[0])
  if (!method) {
    const known = methods.map((candidate) => candidate.key).join(", ")
    throw new SandboxError(
      `No such method can pay this transaction. There are: ${known || "none"}.`
    )
  }
  return method
}

/** Turns an API's refusal into a sentence for the sandbox's user. */
function explained<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof Refusal ? new SandboxError(error.reason, 409) : error
  }
}

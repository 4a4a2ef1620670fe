import type { GatewayReport } from "../../../gateway"
import { factOf } from "../../../modules/stablecoin/webhooks/classify-report"
import {
  type Fact,
  isSameAmount,
  type Rail,
  type SeenTransfer,
} from "../../index"
import type { Chain } from "./chain"

/** Transaction or payment order at the gateway. */
export type GatewayEntry = {
  payment_id: string
  gateway_id: string
  rail: Rail
  status: "pending" | "paid" | "failed" | "cancelled"
  amount: string
  currency: string
  chain: string | null
  /** Where its buyer sends coins to. */
  address: string
  /** Transfer that paid it on a chain. */
  tx_hash: string | null
  /** When it was paid, ISO 8601. */
  paid_at: string | null
}

/** Webhook that the gateway has sent. It may arrive at any time, or never. */
export type Webhook = { payment_id: string; report: GatewayReport }

/** Thrown when the gateway does not respond. */
export class NoResponse extends Error {}

/** Model of the gateway, according to both contracts. */
export class Gateway {
  readonly entries: GatewayEntry[] = []
  readonly webhooks: Webhook[] = []
  /** Number of calls that get no response. */
  failingCalls = 0

  constructor(
    private readonly chain: Chain,
    private readonly isShared: boolean
  ) {}

  create(
    order: Pick<
      GatewayEntry,
      "payment_id" | "rail" | "amount" | "currency" | "chain"
    >
  ): GatewayEntry {
    const entry: GatewayEntry = {
      ...order,
      gateway_id: `gateway-${this.entries.length + 1}`,
      address: `0xwallet-${this.isShared ? 1 : this.entries.length + 1}`,
      tx_hash: null,
      paid_at: null,
      status: "pending",
    }
    this.entries.push(entry)
    this.send(entry, "created")
    return entry
  }

  /**
   * pending → paid. A hosted payment may succeed after a failure.
   *
   * @param tx_hash the transfer that confirms it, instead of the buyer's
   */
  pay(entry: GatewayEntry, tx_hash?: string): void {
    const payable =
      entry.status === "pending" ||
      (entry.rail === "hosted" && entry.status === "failed")
    if (payable) {
      entry.tx_hash =
        entry.rail === "hosted"
          ? null
          : (tx_hash ?? this.transferFor(entry).tx_hash)
      entry.status = "paid"
      entry.paid_at = this.chain.world.now.toISOString()
      this.send(entry, "paid")
    }
  }

  /** A transfer to its address that confirms no order yet. */
  sentFor(
    { address }: GatewayEntry,
    amount?: string
  ): SeenTransfer | undefined {
    return this.chain.transfers.find(
      (each) =>
        each.destination_address === address &&
        isSameAmount(each.amount, amount ?? each.amount) &&
        this.entries.every(({ tx_hash }) => tx_hash !== each.tx_hash)
    )
  }

  /** The exact transfer that the buyer has sent already, or sends now. */
  private transferFor(entry: GatewayEntry): SeenTransfer {
    const { address, amount } = entry
    return this.sentFor(entry, amount) ?? this.chain.send(address, amount)
  }

  /** The contract does not promise that a transfer confirms one order only. */
  payReused(entry: GatewayEntry): void {
    const spent = this.entries.find(
      ({ status, rail }) => status === "paid" && rail === "onchain"
    )
    if (spent?.tx_hash && entry.rail === "onchain") {
      this.pay(entry, spent.tx_hash)
    }
  }

  /** Reports the transaction that has replaced another one. */
  replace(from: SeenTransfer, to: SeenTransfer | null): void {
    const entry = this.entries.find(({ tx_hash }) => tx_hash === from.tx_hash)
    if (entry && to) {
      entry.tx_hash = to.tx_hash
      this.send(entry, "paid")
    }
  }

  fail(entry: GatewayEntry): void {
    if (entry.rail === "hosted" && entry.status === "pending") {
      entry.status = "failed"
      this.send(entry, "failed")
    }
  }

  cancel(entry: GatewayEntry): void {
    if (entry.rail === "onchain" && entry.status === "pending") {
      entry.status = "cancelled"
      this.send(entry, "cancelled")
    }
  }

  /**
   * Reads an order.
   *
   * @throws NoResponse
   */
  read(gatewayId: string): Fact | null {
    const entry = this.called(gatewayId)
    return entry
      ? factOf(reportOf(entry, entry.status === "pending" ? "created" : "end"))
      : { kind: "unknown_at_gateway" }
  }

  /**
   * Cancels an order. It is read afterwards, after any response.
   *
   * @throws NoResponse
   */
  requestCancel(gatewayId: string): void {
    const entry = this.called(gatewayId)
    if (entry) {
      this.cancel(entry)
    }
  }

  private called(gatewayId: string): GatewayEntry | undefined {
    if (this.failingCalls > 0) {
      this.failingCalls--
      throw new NoResponse("The gateway does not respond.")
    }
    return this.entries.find(({ gateway_id }) => gateway_id === gatewayId)
  }

  private send(entry: GatewayEntry, what: "created" | GatewayEntry["status"]) {
    const report = reportOf(entry, what === "created" ? "created" : "end")
    this.webhooks.push({ payment_id: entry.payment_id, report })
  }
}

/** Returns the report of an entry, the same in a webhook and a read order. */
export function reportOf(
  entry: GatewayEntry,
  what: "created" | "end"
): GatewayReport {
  const { gateway_id, status, amount, currency, chain } = entry
  if (what === "created" || status === "pending") {
    return { outcome: "created", gateway_id }
  }
  if (status !== "paid") {
    return { outcome: status, gateway_id }
  }
  const transfer = {
    chain: chain ?? undefined,
    reference: `reference-${gateway_id}`,
    tx_hash: entry.tx_hash ?? undefined,
  }
  return {
    outcome: "paid",
    gateway_id,
    paid: {
      amount,
      currency,
      paid_at: entry.paid_at ?? undefined,
      ...(entry.rail === "onchain" ? transfer : {}),
    },
  }
}

import { type Fact, factOf, type GatewayReport, type Rail } from "../../index"

/** Transaction or payment order at the gateway. */
export type GatewayEntry = {
  payment_id: string
  gateway_id: string
  rail: Rail
  status: "pending" | "paid" | "failed" | "cancelled"
  amount: string
  currency: string
  chain: string | null
  /** Transfer that pays it, once it is paid on a chain. */
  tx_hash: string
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
  /** Whether the next paid webhook has no transfer. A read order has one. */
  leavesOutHash = false

  create(
    order: Pick<
      GatewayEntry,
      "payment_id" | "rail" | "amount" | "currency" | "chain"
    >
  ): GatewayEntry {
    const entry: GatewayEntry = {
      ...order,
      gateway_id: `gateway-${this.entries.length + 1}`,
      tx_hash: `0x${this.entries.length + 1}`,
      status: "pending",
    }
    this.entries.push(entry)
    this.send(entry, "created")
    return entry
  }

  /** pending → paid. A hosted payment may succeed after a failure. */
  pay(entry: GatewayEntry): void {
    const payable =
      entry.status === "pending" ||
      (entry.rail === "hosted" && entry.status === "failed")
    if (payable) {
      entry.status = "paid"
      this.send(entry, "paid")
    }
  }

  /** The contract does not promise that a transfer confirms one order only. */
  payReused(entry: GatewayEntry): void {
    const spent = this.entries.find(
      ({ status, rail }) => status === "paid" && rail === "onchain"
    )
    if (spent && entry.rail === "onchain" && entry.status === "pending") {
      entry.tx_hash = spent.tx_hash
      this.pay(entry)
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
    if (report.paid && this.leavesOutHash) {
      this.leavesOutHash = false
      delete report.paid.tx_hash
    }
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
    tx_hash: entry.tx_hash,
  }
  return {
    outcome: "paid",
    gateway_id,
    paid: {
      amount,
      currency,
      paid_at: "2026-11-20T12:00:30+00:00",
      ...(entry.rail === "onchain" ? transfer : {}),
    },
  }
}

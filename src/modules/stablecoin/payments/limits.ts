import { isIPv6 } from "node:net"
import type { Payment } from "../../../ledger"
import { RateLimit } from "../../../shared/rate-limit"
import type { GatewayClients } from "../gateway/gateway-clients"
import type { GatewayOrders } from "../gateway/gateway-orders"
import type { AdminSettings } from "../settings/admin-settings"
import type { Repository } from "../repository"

/** Why a start is rejected, and when to retry. */
export type RefusedStart = {
  code: string
  message: string
  retry_after: number
}

/** A collection has reached its limit of open payments. */
const TOO_MANY_OPEN = {
  code: "too_many_open_payments",
  message:
    "Too many payments are open for this purchase. Pay the one that is open, or wait until the others have ended.",
} as const

const TOO_MANY_STARTS = {
  code: "too_many_starts",
  message:
    "Too many payments were started from this address. Wait a moment, and start the payment then.",
} as const

/**
 * Open payments that a payment collection may have. A buyer who changes rail or
 * coin starts another one. Starts at the same moment may exceed it.
 */
export const MOST_OPEN = 20

const MINUTE_S = 60

/** Gateway reads that one buyer can cause by completing a cart repeatedly. */
const BUYERS_READS = { limit: 3, seconds: 15 } as const

type LimitsParts = {
  repository: { payments: Pick<Repository["payments"], "countOpen"> }
  settings: Pick<AdminSettings, "recent">
  gateway: Pick<GatewayClients, "pauses">
  orders: Pick<GatewayOrders, "isReadable" | "read">
}

/**
 * Limits the gateway calls that buyers cause. Each process counts its own
 * requests.
 */
export class Limits {
  readonly #starts = new RateLimit(MINUTE_S)
  readonly #reads = new RateLimit(BUYERS_READS.seconds)

  constructor(private readonly parts: LimitsParts) {}

  /**
   * Counts a start before the buyer's earlier payment is changed.
   *
   * @param address the client's; null when it is not counted
   */
  async refuseStart(
    collectionId: string,
    address: string | null
  ): Promise<RefusedStart | null> {
    // A buyer waits for it, and the provider reads them again.
    const { general } = await this.parts.settings.recent()
    if (!general.ok) {
      return null
    }
    const { maxStartsPerMinute } = general.value
    const wait =
      address !== null && maxStartsPerMinute > 0
        ? this.#starts.count(clientOf(address), maxStartsPerMinute)
        : null
    if (wait !== null) {
      return { ...TOO_MANY_STARTS, retry_after: wait }
    }
    // Some replaced payments stay payable for half an hour.
    const open = await this.parts.repository.payments.countOpen(collectionId)
    return open >= MOST_OPEN
      ? { ...TOO_MANY_OPEN, retry_after: MINUTE_S }
      : null
  }

  /**
   * Reads a payment from the gateway for its buyer. Rate-limited, and skipped
   * while the gateway wants a pause. Its webhook and the job do the rest.
   *
   * @returns the payment as it is known now
   * @throws GatewayError when the gateway does not answer
   */
  async read(payment: Payment): Promise<Payment> {
    const { gateway, orders } = this.parts
    const isReadable = await orders.isReadable(payment)
    if (!isReadable || gateway.pauses.has(payment.account)) {
      return payment
    }
    const wait = this.#reads.count(payment.id, BUYERS_READS.limit)
    return wait === null ? await orders.read(payment) : payment
  }
}

/**
 * Identifies a client by its address. For IPv6 only the /64 prefix counts,
 * since a client can use any address of its /64 network.
 */
export function clientOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) {
    return address
  }
  const [head = "", tail] = address.split("::")
  const first = groupsOf(head)
  const last = groupsOf(tail ?? "")
  const zeros = Array<string>(8 - first.length - last.length).fill("0")
  return [...first, ...zeros, ...last].slice(0, 4).join(":")
}

function groupsOf(text: string): string[] {
  return text
    .split(":")
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16))
}

import { randomBytes, randomUUID } from "node:crypto"
import type { Chain, Stablecoin } from "../../../../src/gateway/schemas"
import { isTestClient, type Account } from "../accounts"
import { fromBaseUnits, toBaseUnits } from "../chain/units"
import { dateTime } from "../clock"
import { SandboxError } from "../sandbox-error"
import { Records } from "./records"

/** The request of a business. Amounts are decimal strings. */
export type NewOrder = {
  orderNo: string | null
  amount: string
  currency: Stablecoin
  chain: Chain
  destinationAddress: string
  description: string | null
  successUrl: string | null
  cancelUrl: string | null
  webhookUrl: string | null
  metadata: Record<string, unknown> | null
}

/** A payment order in the gateway's records. */
export type OrderEntry = NewOrder & {
  orderId: string
  accountId: string
  status: "pending" | "paid" | "cancelled"
  mode: "test" | "live"
  checkoutToken: string
  createdAt: string
  paidAt: string | null
  cancelledAt: string | null
  payment: OrderPaymentEntry | null
}

export type OrderPaymentEntry = {
  reference: string
  netAmount: string
  chain: Chain
  txHash: string
}

/** Fraction digits that the Business Order API takes. */
export const ORDER_DECIMALS = 6

/**
 * The gateway keeps one percent, rounded down to the cent, so that `net_amount`
 * never equals the amount.
 */
const FEE_DIVISOR = 100n
const CENT = toBaseUnits("0.01", ORDER_DECIMALS)

/** All payment orders. Their status changes only here. */
export class OrderRecords extends Records<OrderEntry> {
  private readonly spentTransfers = new Set<string>()

  create(account: Account, input: NewOrder): OrderEntry {
    const test = isTestClient(account.credentials.onchain.clientId)
    const entry: OrderEntry = {
      ...structuredClone(input),
      orderId: randomUUID(),
      accountId: account.id,
      status: "pending",
      mode: test ? "test" : "live",
      checkoutToken: randomBytes(20).toString("hex"),
      createdAt: dateTime(),
      paidAt: null,
      cancelledAt: null,
      payment: null,
    }
    this.add(entry.orderId, entry)
    return entry
  }

  /** Whether a transfer has already paid an order. */
  isSpent(chain: Chain, txHash: string): boolean {
    return this.spentTransfers.has(transferKey(chain, txHash))
  }

  /**
   * pending → paid by this transfer, which is then spent.
   *
   * @throws SandboxError if the order is not pending
   */
  pay(entry: OrderEntry, txHash: string): void {
    this.requirePending(entry)
    this.spentTransfers.add(transferKey(entry.chain, txHash))
    entry.status = "paid"
    entry.paidAt = dateTime()
    entry.payment = paymentOf(entry, txHash)
  }

  /** pending → cancelled. @throws SandboxError if it is not pending */
  cancel(entry: OrderEntry): void {
    this.requirePending(entry)
    entry.status = "cancelled"
    entry.cancelledAt = dateTime()
  }

  private requirePending(entry: OrderEntry): void {
    if (entry.status !== "pending") {
      throw new SandboxError(
        `Order ${entry.orderId} is ${entry.status}, no longer pending.`,
        409
      )
    }
  }
}

/** The gateway's data about the transfer that paid an order. */
export function paymentOf(
  { amount, chain }: Pick<OrderEntry, "amount" | "chain">,
  txHash: string
): OrderPaymentEntry {
  const units = toBaseUnits(amount, ORDER_DECIMALS)
  const fee = (units / FEE_DIVISOR / CENT) * CENT
  return {
    reference: `PAY-${randomBytes(6).toString("hex").toUpperCase()}`,
    netAmount: fromBaseUnits(units - fee, ORDER_DECIMALS),
    chain,
    txHash,
  }
}

function transferKey(chain: Chain, txHash: string): string {
  return `${chain}/${txHash.toLowerCase()}`
}

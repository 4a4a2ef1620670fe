import type { AdminExceptionDetail } from "../src/http-types"
import type { Merchant } from "../harness/shop/merchant"
import type { Random } from "./random"

type Rows<Name extends string, Row> = Record<Name, Row[]>
type WithId = { id: string }
type Order = WithId & {
  payment_collections: { payments: (WithId & { captured_at: unknown })[] }[]
}

/** A merchant's act, with an API path and a body; null if nothing fits. */
type Act = (
  merchant: Merchant,
  random: Random
) => Promise<[path: string, body: object] | null>

/** Acts, each with its weight. */
const ACTS: [number, Act][] = [
  [4, resolvesAnException],
  [2, refundsACapture],
  [1, cancelsAnOrder],
  [1, sendsARefund],
]

/**
 * Has the merchant do something at random. A request that the store refuses, or
 * is down for, has no effect.
 *
 * @returns whether it was done
 */
export async function actAsMerchant(
  merchant: Merchant,
  random: Random
): Promise<boolean> {
  const act = random.pick(
    ACTS.flatMap(([many, each]) => Array<Act>(many).fill(each))
  )
  try {
    const request = await act(merchant, random)
    if (!request) {
      return false
    }
    await merchant.post(...request)
    return true
  } catch {
    return false
  }
}

async function resolvesAnException(
  merchant: Merchant,
  random: Random
): ReturnType<Act> {
  const path = "/admin/stablecoin/exceptions"
  const { exceptions } = await merchant.get<Rows<"exceptions", WithId>>(
    `${path}?status=open&limit=100`
  )
  if (!exceptions.length) {
    return null
  }
  const { id } = random.pick(exceptions)
  const { exception } = await merchant.get<{ exception: AdminExceptionDetail }>(
    `${path}/${id}`
  )
  const held = exception.held?.amount
  const amount = random.pick([held, "1.00"])
  const choice = random.pick<object>([
    { action: "retry" },
    { action: "refund", refund: { amount } },
    { action: "close", sent: { amount, tx_hash: hash(random) } },
    { action: "close", kept: "The buyer agreed." },
    { action: "close", order_id: await anOrder(merchant, random) },
  ])
  const note = "Decided at random."
  return [`${path}/${id}/resolve`, { ...choice, note, ...(held && { held }) }]
}

async function refundsACapture(
  merchant: Merchant,
  random: Random
): ReturnType<Act> {
  const payments = (await ordersOf(merchant))
    .flatMap((order) => order.payment_collections)
    .flatMap((collection) => collection.payments)
    .filter(({ captured_at }) => captured_at !== null)
  const amount = random.pick([undefined, 1, 12.5])
  return payments.length
    ? [`/admin/payments/${random.pick(payments).id}/refund`, { amount }]
    : null
}

async function cancelsAnOrder(
  merchant: Merchant,
  random: Random
): ReturnType<Act> {
  const id = await anOrder(merchant, random)
  return id ? [`/admin/orders/${id}/cancel`, {}] : null
}

async function sendsARefund(
  merchant: Merchant,
  random: Random
): ReturnType<Act> {
  const path = "/admin/stablecoin/refunds"
  const { refunds } = await merchant.get<Rows<"refunds", WithId>>(
    `${path}?status=due&limit=100`
  )
  return refunds.length
    ? [`${path}/${random.pick(refunds).id}/sent`, { tx_hash: hash(random) }]
    : null
}

async function ordersOf(merchant: Merchant): Promise<Order[]> {
  const { orders } = await merchant.get<Rows<"orders", Order>>(
    "/admin/orders?limit=1000&fields=id,payment_collections.payments.id,payment_collections.payments.captured_at"
  )
  return orders
}

async function anOrder(
  merchant: Merchant,
  random: Random
): Promise<string | undefined> {
  const orders = await ordersOf(merchant)
  return orders.length ? random.pick(orders).id : undefined
}

function hash(random: Random): string {
  const digits = Array.from({ length: 64 }, () => random.below(16).toString(16))
  return `0x${digits.join("")}`
}

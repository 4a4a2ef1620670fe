import type { AdminExceptionDetail } from "../../src/http-types"
import type { Merchant } from "../harness/shop/merchant"
import { MERCHANT_EMAIL } from "../harness/shop/names"
import type { Random } from "./random"

type WithId = { id: string }
type Order = WithId & {
  items: WithId[]
  payment_collections: { payments: (WithId & { captured_at: unknown })[] }[]
}

type Desk = { merchant: Merchant; random: Random }
type Request = [act: string, path: string, body: object]

/** An act, with its API path and body; null if nothing fits. */
type Act = (desk: Desk) => Promise<Request | null>

/** How often the merchant did each act, and how often the store refused one. */
export type MerchantActs = Record<string, number>

/** Acts, each with its weight. */
const ACTS: [number, Act][] = [
  [5, resolvesAnException],
  [2, refundsACapture],
  [2, editsAnOrder],
  [1, cancelsAnOrder],
  [2, marksARefundSent],
]

/** Has the merchant do something at random, and counts the outcome. */
export async function actAsMerchant(
  desk: Desk,
  counts: MerchantActs
): Promise<void> {
  const act = desk.random.pick(
    ACTS.flatMap(([many, each]) => Array<Act>(many).fill(each))
  )
  const outcome = await outcomeOf(desk, act)
  if (outcome) {
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
}

async function outcomeOf(desk: Desk, act: Act): Promise<string | null> {
  try {
    const request = await act(desk)
    if (!request) {
      return null
    }
    const [outcome, path, body] = request
    const { status } = await desk.merchant.call("POST", path, body)
    return status < 300 ? outcome : `answered ${status}`
  } catch {
    // The store is down, or refuses the first half of an act.
    return "given up"
  }
}

async function resolvesAnException(desk: Desk): ReturnType<Act> {
  const { merchant, random } = desk
  const path = "/admin/stablecoin/exceptions"
  const open = await pickOne<WithId>(desk, `${path}?status=open`)
  if (!open) {
    return null
  }
  const { exception } = await merchant.get<{ exception: AdminExceptionDetail }>(
    `${path}/${open.id}`
  )
  const held = exception.held?.amount
  const amount = random.pick([held, "1.00"])
  const [outcome, choice] = await random.pick<
    () => Promise<[outcome: string, choice: object]>
  >([
    async () => ["retried", { action: "retry" }],
    async () => ["refunded", { action: "refund", refund: { amount } }],
    async () => [
      "returned",
      { action: "close", sent: { amount, tx_hash: hash(random) } },
    ],
    async () => ["kept", { action: "close", kept: "The buyer agreed." }],
    async () => [
      "served by hand",
      {
        action: "close",
        other_customer: true,
        order_id: await merchant.enterOrder({
          email: MERCHANT_EMAIL,
          unit_price: Number(held ?? 1),
        }),
      },
    ],
    async () => ["assigned", { action: "assign", ...(await aPayment(desk)) }],
  ])()
  const note = "Decided at random."
  const body = { ...choice, note, ...(held && { held }) }
  return [outcome, `${path}/${open.id}/resolve`, body]
}

async function aPayment(desk: Desk): Promise<{ payment_id?: string }> {
  const path = "/admin/stablecoin/payments?rail=onchain"
  return { payment_id: (await pickOne<WithId>(desk, path))?.id }
}

async function refundsACapture(desk: Desk): ReturnType<Act> {
  const [payment] = ((await anOrder(desk))?.payment_collections ?? [])
    .flatMap(({ payments }) => payments)
    .filter(({ captured_at }) => captured_at !== null)
  const amount = desk.random.pick([undefined, 1, 12.5])
  return (
    payment && [
      "refunded in Medusa",
      `/admin/payments/${payment.id}/refund`,
      { amount },
    ]
  )
}

async function editsAnOrder(desk: Desk): ReturnType<Act> {
  const order = await anOrder(desk)
  const [item] = order?.items ?? []
  if (!order || !item) {
    return null
  }
  const edits = "/admin/order-edits"
  await desk.merchant.post(edits, { order_id: order.id })
  await desk.merchant.post(`${edits}/${order.id}/items/item/${item.id}`, {
    quantity: desk.random.below(4),
  })
  return ["edited", `${edits}/${order.id}/confirm`, {}]
}

async function cancelsAnOrder(desk: Desk): ReturnType<Act> {
  const order = await anOrder(desk)
  return order && ["cancelled", `/admin/orders/${order.id}/cancel`, {}]
}

async function marksARefundSent(desk: Desk): ReturnType<Act> {
  const path = "/admin/stablecoin/refunds"
  const due = await pickOne<WithId>(desk, `${path}?status=due`)
  const tx_hash = hash(desk.random)
  return due && ["marked sent", `${path}/${due.id}/sent`, { tx_hash }]
}

async function anOrder(desk: Desk): Promise<Order | null> {
  const fields =
    "id,items.id,payment_collections.payments.id,payment_collections.payments.captured_at"
  return await pickOne<Order>(desk, `/admin/orders?fields=${fields}`)
}

/** Any row of a list, or null for none. */
async function pickOne<Row>(
  { merchant, random }: Desk,
  path: string
): Promise<Row | null> {
  const { count } = await merchant.get<{ count: number }>(`${path}&limit=1`)
  const page = await merchant.get<Record<string, Row[] | number>>(
    `${path}&limit=1&offset=${random.below(count)}`
  )
  const rows = Object.values(page).find(Array.isArray)
  return rows?.[0] ?? null
}

function hash(random: Random): string {
  const digits = Array.from({ length: 64 }, () => random.below(16).toString(16))
  return `0x${digits.join("")}`
}

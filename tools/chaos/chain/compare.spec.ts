import type { OrderEntry } from "../../../packages/sandbox/src"
import { type ChainLaw, compareChains } from "./compare"
import type { ChainRecords } from "./records"

const ADDRESS = `0x${"a".repeat(40)}`
const HASH = `0x${"1".repeat(64)}`
const [order, other] = [orderOf("p1"), orderOf("p2")]
const transfer: ChainRecords["transfers"][number] = {
  chain: "BASE",
  tx_hash: HASH,
  log_index: 0,
  coin: "USDC",
  amount: "12.5",
  to: ADDRESS,
  at: new Date("2026-01-31T12:00:00Z"),
}
const payment: ChainRecords["payments"][number] = {
  id: "p1",
  session_id: "s1",
  chain: "BASE",
  destination_address: ADDRESS,
  tx_hash: HASH,
  proof_status: "proven",
  log_index: 0,
  is_ordered: true,
  is_used: false,
  is_edited: false,
}
const seen: ChainRecords["seen"][number] = {
  payment_id: "p1",
  chain: "BASE",
  tx_hash: HASH,
  log_index: 0,
}
const PAID: ChainRecords = {
  transfers: [transfer],
  orders: [order],
  payments: [payment],
  seen: [seen],
  exceptions: [],
  captured: ["s1"],
  refunds: 0,
}
const UNREPORTED: Partial<ChainRecords> = {
  orders: [{ ...order, payment: null }],
  payments: [{ ...payment, tx_hash: null, proof_status: null }],
  captured: [],
}
const CANCELLED: OrderEntry = {
  ...order,
  payment: null,
  status: "cancelled",
  cancelledAt: "2026-01-31T12:05:00.000+00:00",
}

const CASES: [
  what: string,
  broken: ChainLaw[],
  records: Partial<ChainRecords>,
  cancelled?: string[],
][] = [
  ["a proven transfer", [], {}],
  [
    "coins that the gateway did not report, and the store has not seen",
    ["unseen"],
    { ...UNREPORTED, seen: [] },
  ],
  [
    "coins that the gateway did not report, and the store has seen",
    [],
    UNREPORTED,
  ],
  [
    "such coins of an unknown contract",
    [],
    {
      ...UNREPORTED,
      seen: [],
      transfers: [{ ...transfer, coin: `0x${"c".repeat(40)}` }],
    },
  ],
  [
    "a second transfer of the same transaction",
    ["unseen"],
    { transfers: [transfer, { ...transfer, log_index: 1 }] },
  ],
  ["a capture without a transfer", ["captured_wrongly"], { transfers: [] }],
  [
    "a capture that is not proven",
    ["captured_wrongly"],
    { payments: [{ ...payment, proof_status: "found" }] },
  ],
  [
    "a capture by another amount",
    ["captured_wrongly"],
    { transfers: [{ ...transfer, amount: "12.49" }] },
  ],
  [
    "two captures by one transfer",
    ["captured_wrongly"],
    {
      orders: [order, other],
      payments: [payment, { ...payment, id: "p2", session_id: "s2" }],
      captured: ["s1", "s2"],
    },
  ],
  [
    "an honest payment that is not captured",
    ["honest_not_captured"],
    { captured: [] },
  ],
  [
    "an honest payment without an order",
    ["honest_not_captured"],
    { payments: [{ ...payment, is_ordered: false }] },
  ],
  [
    "an honest payment without an order, which is refunded",
    [],
    { payments: [{ ...payment, is_ordered: false, is_used: true }] },
  ],
  [
    "an honest payment that is not captured, since its order was edited",
    [],
    { captured: [], payments: [{ ...payment, is_edited: true }] },
  ],
  [
    "an honest payment whose transfer a reorganization removed",
    [],
    { transfers: [], captured: [] },
  ],
  [
    "a payment that was cancelled after its transfer",
    ["cancelled_in_sight"],
    { ...UNREPORTED, orders: [CANCELLED] },
  ],
  [
    "a payment that was cancelled after its transfer was sent back",
    [],
    {
      ...UNREPORTED,
      payments: [{ ...payment, is_used: true }],
      orders: [CANCELLED],
    },
  ],
  [
    "a payment that was cancelled after a transfer to several payments",
    [],
    {
      ...UNREPORTED,
      orders: [CANCELLED],
      seen: [{ ...seen, payment_id: null }],
    },
  ],
  [
    "a payment that the gateway cancelled after its transfer",
    [],
    { ...UNREPORTED, orders: [CANCELLED] },
    ["p1"],
  ],
  [
    "a payment that was cancelled before its transfer",
    [],
    {
      ...UNREPORTED,
      transfers: [{ ...transfer, at: new Date("2026-01-31T12:06:00Z") }],
      orders: [CANCELLED],
    },
  ],
]

it.each(CASES)("judges %s: %j", (_, broken, records, ...[cancelled]) => {
  const violations = compareChains(
    { ...PAID, ...records },
    { honest: new Set(["p1"]), cancelled: new Set(cancelled) }
  )
  expect(violations.map(({ law }) => law)).toEqual(broken)
})

function orderOf(id: string): OrderEntry {
  return {
    orderId: id,
    accountId: "account",
    orderNo: id,
    amount: "12.50",
    currency: "USDC",
    chain: "BASE",
    destinationAddress: ADDRESS,
    status: "paid",
    mode: "test",
    description: null,
    checkoutToken: "",
    successUrl: null,
    cancelUrl: null,
    webhookUrl: null,
    metadata: null,
    createdAt: "2026-01-31T11:59:00.000+00:00",
    paidAt: "2026-01-31T12:00:01.000+00:00",
    cancelledAt: null,
    payment: {
      reference: "PAY-1",
      netAmount: "12.38",
      chain: "BASE",
      txHash: HASH,
    },
  }
}

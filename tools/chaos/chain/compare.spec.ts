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

type Case = {
  what: string
  records: Partial<ChainRecords>
  broken: ChainLaw[]
  cancelled?: string[]
}
const CASES: Case[] = [
  { what: "a proven transfer", records: {}, broken: [] },
  {
    what: "coins that the gateway did not report, and the store has not seen",
    records: { ...UNREPORTED, seen: [] },
    broken: ["unseen"],
  },
  {
    what: "coins that the gateway did not report, and the store has seen",
    records: UNREPORTED,
    broken: [],
  },
  {
    what: "such coins of an unknown contract",
    records: {
      ...UNREPORTED,
      seen: [],
      transfers: [{ ...transfer, coin: `0x${"c".repeat(40)}` }],
    },
    broken: [],
  },
  {
    what: "a second transfer of the same transaction",
    records: { transfers: [transfer, { ...transfer, log_index: 1 }] },
    broken: ["unseen"],
  },
  {
    what: "a capture without a transfer",
    records: { transfers: [] },
    broken: ["captured_wrongly"],
  },
  {
    what: "a capture that is not proven",
    records: { payments: [{ ...payment, proof_status: "found" }] },
    broken: ["captured_wrongly"],
  },
  {
    what: "a capture by another amount",
    records: { transfers: [{ ...transfer, amount: "12.49" }] },
    broken: ["captured_wrongly"],
  },
  {
    what: "two captures by one transfer",
    records: {
      orders: [order, other],
      payments: [payment, { ...payment, id: "p2", session_id: "s2" }],
      captured: ["s1", "s2"],
    },
    broken: ["captured_wrongly"],
  },
  {
    what: "an honest payment that is not captured",
    records: { captured: [] },
    broken: ["honest_not_captured"],
  },
  {
    what: "an honest payment without an order",
    records: { payments: [{ ...payment, is_ordered: false }] },
    broken: ["honest_not_captured"],
  },
  {
    what: "an honest payment without an order, which is refunded",
    records: { payments: [{ ...payment, is_ordered: false, is_used: true }] },
    broken: [],
  },
  {
    what: "an honest payment that is not captured, since its order was edited",
    records: { captured: [], payments: [{ ...payment, is_edited: true }] },
    broken: [],
  },
  {
    what: "an honest payment whose transfer a reorganization removed",
    records: { transfers: [], captured: [] },
    broken: [],
  },
  {
    what: "a payment that was cancelled after its transfer",
    records: { ...UNREPORTED, orders: [CANCELLED] },
    broken: ["cancelled_in_sight"],
  },
  {
    what: "a payment that was cancelled after its transfer was sent back",
    records: {
      ...UNREPORTED,
      payments: [{ ...payment, is_used: true }],
      orders: [CANCELLED],
    },
    broken: [],
  },
  {
    what: "a payment that was cancelled after a transfer to several payments",
    records: {
      ...UNREPORTED,
      orders: [CANCELLED],
      seen: [{ ...seen, payment_id: null }],
    },
    broken: [],
  },
  {
    what: "a payment that the gateway cancelled after its transfer",
    records: { ...UNREPORTED, orders: [CANCELLED] },
    cancelled: ["p1"],
    broken: [],
  },
  {
    what: "a payment that was cancelled before its transfer",
    records: {
      ...UNREPORTED,
      transfers: [{ ...transfer, at: new Date("2026-01-31T12:06:00Z") }],
      orders: [CANCELLED],
    },
    broken: [],
  },
]

it.each(CASES)("judges $what", ({ records, broken, cancelled }) => {
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

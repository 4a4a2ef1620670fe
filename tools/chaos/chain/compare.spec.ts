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

type State = Partial<ChainRecords> & {
  transfer?: Partial<typeof transfer>
  order?: Partial<OrderEntry>
  payment?: Partial<typeof payment>
}

/** Differences from a proven transfer that is captured. */
const STATES: Record<string, State> = {
  "": {},
  "not reported": {
    order: { payment: null },
    payment: { tx_hash: null, proof_status: null },
    captured: [],
  },
  "not seen": { seen: [] },
  "seen for several payments": { seen: [{ ...seen, payment_id: null }] },
  "of an unknown contract": { transfer: { coin: `0x${"c".repeat(40)}` } },
  "of another amount": { transfer: { amount: "12.49" } },
  "sent twice": { transfers: [transfer, { ...transfer, log_index: 1 }] },
  "not on the chain": { transfers: [] },
  "not proven": { payment: { proof_status: "found" } },
  "captured twice": {
    orders: [order, other],
    payments: [payment, { ...payment, id: "p2", session_id: "s2" }],
    captured: ["s1", "s2"],
  },
  "not captured": { captured: [] },
  "without an order": { payment: { is_ordered: false } },
  "sent back": { payment: { is_used: true } },
  "order edited": { payment: { is_edited: true } },
  cancelled: {
    order: {
      payment: null,
      status: "cancelled",
      cancelledAt: "2026-01-31T12:05:00.000+00:00",
    },
  },
  "sent later": { transfer: { at: new Date("2026-01-31T12:06:00Z") } },
}

/** @param states such as `not reported, cancelled` */
function recordsIn(states: string): ChainRecords {
  const all = states.split(", ").map((each) => STATES[each]!)
  const changed = <T extends object>(
    one: T,
    name: "transfer" | "order" | "payment"
  ): [T] => [Object.assign({}, one, ...all.map((each) => each[name]))]
  return {
    transfers: changed(transfer, "transfer"),
    orders: changed(order, "order"),
    payments: changed(payment, "payment"),
    seen: [seen],
    exceptions: [],
    captured: ["s1"],
    refunds: 0,
    ...(Object.assign({}, ...all) as Partial<ChainRecords>),
  }
}

/** @param cancelled payments that the gateway cancelled */
function judge(states: string, cancelled: string[] = []): ChainLaw[] {
  const violations = compareChains(recordsIn(states), {
    honest: new Set(["p1"]),
    cancelled: new Set(cancelled),
  })
  return violations.map(({ law }) => law)
}

it.each<[states: string, ChainLaw | null]>([
  ["", null],
  ["not reported, not seen", "unseen"],
  ["not reported", null],
  ["not reported, not seen, of an unknown contract", null],
  ["sent twice", "unseen"],
  ["not on the chain", "captured_wrongly"],
  ["not proven", "captured_wrongly"],
  ["of another amount", "captured_wrongly"],
  ["captured twice", "captured_wrongly"],
  ["not captured", "honest_not_captured"],
  ["without an order", "honest_not_captured"],
  ["without an order, sent back", null],
  ["not captured, order edited", null],
  // A reorganization removed it.
  ["not captured, not on the chain", null],
  ["not reported, cancelled", "cancelled_in_sight"],
  ["not reported, cancelled, sent back", null],
  ["not reported, cancelled, seen for several payments", null],
  ["not reported, cancelled, sent later", null],
])("%j breaks the law %s", (states, law) => {
  expect(judge(states)).toEqual(law ? [law] : [])
})

it("lets the gateway cancel a payment after its transfer", () => {
  expect(judge("not reported, cancelled", ["p1"])).toEqual([])
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

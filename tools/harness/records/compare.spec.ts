import type { Records } from "./records"
import {
  compareRecords,
  violations,
  underpaidOrders,
  type Verdict,
} from "./compare"

const PAID: Records = {
  gateway: [{ payment_id: "p1", rail: "onchain", paid: true, reported: true }],
  ledger: [
    {
      id: "p1",
      session_id: "s1",
      payment_collection_id: "c1",
      status: "paid",
      cart_amount: "12.5",
      exceptions: 0,
      refunds_due: 0,
    },
  ],
  captures: [
    {
      session_id: "s1",
      payment_collection_id: "c1",
      amount: "12.50",
      refunded: false,
      recorded: true,
    },
  ],
  orders: [
    {
      id: "o1",
      payment_collection_id: "c1",
      cart_id: "cart1",
      canceled: false,
    },
  ],
  collections: [{ id: "c1", amount: "12.5" }],
}

const [entry] = PAID.gateway as [Records["gateway"][number]]
const [row] = PAID.ledger as [Records["ledger"][number]]
const [capture] = PAID.captures as [Records["captures"][number]]
const [order] = PAID.orders as [Records["orders"][number]]

const CASES: { what: string; records: Partial<Records>; verdict: Verdict }[] = [
  { what: "one capture on one order", records: {}, verdict: "ordered" },
  {
    what: "money without a row",
    records: { ledger: [], captures: [] },
    verdict: "lost",
  },
  {
    what: "money whose row is still open",
    records: { ledger: [{ ...row, status: "pending" }], captures: [] },
    verdict: "lost",
  },
  {
    what: "hosted money that was reported to the store and not recorded",
    records: {
      gateway: [{ ...entry, rail: "hosted" }],
      ledger: [{ ...row, status: "pending" }],
      captures: [],
    },
    verdict: "lost",
  },
  {
    what: "hosted money that was never reported to the store",
    records: {
      gateway: [{ ...entry, rail: "hosted", reported: false }],
      ledger: [{ ...row, status: "abandoned" }],
      captures: [],
    },
    verdict: "unreported",
  },
  {
    what: "onchain money that was never reported to the store",
    records: {
      gateway: [{ ...entry, reported: false }],
      ledger: [{ ...row, status: "cancelled" }],
      captures: [],
    },
    verdict: "lost",
  },
  { what: "no capture", records: { captures: [] }, verdict: "lost" },
  {
    what: "no capture and an exception",
    records: { captures: [], ledger: [{ ...row, exceptions: 1 }] },
    verdict: "flagged",
  },
  {
    what: "half of it captured",
    records: { captures: [{ ...capture, amount: "6.25" }] },
    verdict: "lost",
  },
  {
    what: "a capture that its order lacks",
    records: { captures: [{ ...capture, recorded: false }] },
    verdict: "lost",
  },
  {
    what: "a capture without an order",
    records: { orders: [] },
    verdict: "lost",
  },
  {
    what: "a capture on a cancelled order",
    records: { orders: [{ ...order, canceled: true }] },
    verdict: "lost",
  },
  {
    what: "a capture on a cancelled order and a refund due",
    records: {
      orders: [{ ...order, canceled: true }],
      ledger: [{ ...row, refunds_due: 1 }],
    },
    verdict: "flagged",
  },
  {
    what: "two captures",
    records: { captures: [capture, capture] },
    verdict: "doubled",
  },
  {
    what: "two captures, despite an exception",
    records: {
      captures: [capture, capture],
      ledger: [{ ...row, exceptions: 1 }],
    },
    verdict: "doubled",
  },
  {
    what: "two orders of one payment collection",
    records: { orders: [order, { ...order, id: "o2" }] },
    verdict: "doubled",
  },
  {
    what: "two orders of one cart, each with its own collection",
    records: {
      orders: [order, { ...order, id: "o2", payment_collection_id: "c2" }],
    },
    verdict: "doubled",
  },
  {
    what: "a second order that was cancelled",
    records: { orders: [order, { ...order, id: "o2", canceled: true }] },
    verdict: "ordered",
  },
  {
    what: "a capture without money",
    records: { gateway: [{ ...entry, paid: false }] },
    verdict: "unconfirmed",
  },
  {
    what: "an unpaid payment without a capture",
    records: { gateway: [{ ...entry, paid: false }], captures: [] },
    verdict: "unpaid",
  },
]

it.each(CASES)("classifies $what as $verdict", ({ records, verdict }) => {
  const verdicts = compareRecords({ ...PAID, ...records })

  expect(verdicts).toMatchObject([{ payment_id: "p1", verdict }])
  const isViolation = ["lost", "doubled", "unconfirmed"].includes(verdict)
  expect(violations(verdicts)).toHaveLength(isViolation ? 1 : 0)
})

it("detects two captured payments of one cart", () => {
  const verdicts = compareRecords({
    ...PAID,
    gateway: [entry, { ...entry, payment_id: "p2" }],
    ledger: [row, { ...row, id: "p2", session_id: "s2" }],
    captures: [capture, { ...capture, session_id: "s2" }],
  })

  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["doubled", "doubled"])
})

it("accepts a second payment of a cart after Medusa refunded the first", () => {
  const verdicts = compareRecords({
    ...PAID,
    gateway: [entry, { ...entry, payment_id: "p2" }],
    ledger: [
      { ...row, refunds_due: 1 },
      { ...row, id: "p2", session_id: "s2" },
    ],
    captures: [
      { ...capture, refunded: true },
      { ...capture, session_id: "s2" },
    ],
  })

  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["flagged", "ordered"])
})

it("detects a capture of a session without a ledger row", () => {
  const verdicts = compareRecords({
    gateway: [],
    ledger: [],
    captures: [capture],
    orders: [],
    collections: [],
  })

  expect(verdicts).toMatchObject([{ payment_id: "s1", verdict: "unconfirmed" }])
})

it("accepts a cart that is paid in parts", () => {
  const verdicts = compareRecords({
    ...PAID,
    gateway: [entry, { ...entry, payment_id: "p2" }],
    ledger: [row, { ...row, id: "p2", session_id: "s2" }],
    captures: [capture, { ...capture, session_id: "s2" }],
    collections: [{ id: "c1", amount: "25" }],
  })

  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["ordered", "ordered"])
})

it.each<[string, Partial<Records>, string[]]>([
  ["the whole amount is captured", {}, []],
  [
    "less than the amount due is captured",
    { collections: [{ id: "c1", amount: "102.5" }] },
    ["o1"],
  ],
  [
    "less is captured, with an exception",
    {
      collections: [{ id: "c1", amount: "102.5" }],
      ledger: [{ ...row, exceptions: 1 }],
    },
    [],
  ],
  [
    "less is captured for a cancelled order",
    {
      collections: [{ id: "c1", amount: "102.5" }],
      orders: [{ ...order, canceled: true }],
    },
    [],
  ],
])("lists underpaid orders when %s", (_, records, ids) => {
  expect(underpaidOrders({ ...PAID, ...records })).toEqual(ids)
})

import type { Records } from "./records"
import {
  compareRecords,
  offenders,
  underpaidOrders,
  type Verdict,
} from "./compare"

const PAID: Records = {
  gateway: [{ payment_id: "p1", rail: "onchain", paid: true, heard: true }],
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
    what: "hosted money that the store was told of and did not note",
    records: {
      gateway: [{ ...entry, rail: "hosted" }],
      ledger: [{ ...row, status: "pending" }],
      captures: [],
    },
    verdict: "lost",
  },
  {
    what: "hosted money that nobody told the store of",
    records: {
      gateway: [{ ...entry, rail: "hosted", heard: false }],
      ledger: [{ ...row, status: "abandoned" }],
      captures: [],
    },
    verdict: "unheard",
  },
  {
    what: "onchain money that nobody told the store of",
    records: {
      gateway: [{ ...entry, heard: false }],
      ledger: [{ ...row, status: "cancelled" }],
      captures: [],
    },
    verdict: "lost",
  },
  { what: "no capture", records: { captures: [] }, verdict: "lost" },
  {
    what: "no capture and an exception",
    records: { captures: [], ledger: [{ ...row, exceptions: 1 }] },
    verdict: "asked",
  },
  {
    what: "half of it captured",
    records: { captures: [{ ...capture, amount: "6.25" }] },
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
    verdict: "asked",
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
    what: "two orders of one cart, each with a collection of its own",
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
    what: "a payment that nobody made",
    records: { gateway: [{ ...entry, paid: false }], captures: [] },
    verdict: "unpaid",
  },
]

it.each(CASES)("calls $what $verdict", ({ records, verdict }) => {
  const judged = compareRecords({ ...PAID, ...records })

  expect(judged).toMatchObject([{ payment_id: "p1", verdict }])
  const offends = ["lost", "doubled", "unconfirmed"].includes(verdict)
  expect(offenders(judged)).toHaveLength(offends ? 1 : 0)
})

it("sees two payments that were captured for one cart", () => {
  const judged = compareRecords({
    ...PAID,
    gateway: [entry, { ...entry, payment_id: "p2" }],
    ledger: [row, { ...row, id: "p2", session_id: "s2" }],
    captures: [capture, { ...capture, session_id: "s2" }],
  })

  expect(judged.map(({ verdict }) => verdict)).toEqual(["doubled", "doubled"])
})

it("lets a second payment of a cart pass when Medusa has refunded the first", () => {
  const judged = compareRecords({
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

  expect(judged.map(({ verdict }) => verdict)).toEqual(["asked", "ordered"])
})

it("sees a capture of a session that the ledger does not know", () => {
  const judged = compareRecords({
    gateway: [],
    ledger: [],
    captures: [capture],
    orders: [],
    collections: [],
  })

  expect(judged).toMatchObject([{ payment_id: "s1", verdict: "unconfirmed" }])
})

it("lets a cart pass that is paid in parts", () => {
  const judged = compareRecords({
    ...PAID,
    gateway: [entry, { ...entry, payment_id: "p2" }],
    ledger: [row, { ...row, id: "p2", session_id: "s2" }],
    captures: [capture, { ...capture, session_id: "s2" }],
    collections: [{ id: "c1", amount: "25" }],
  })

  expect(judged.map(({ verdict }) => verdict)).toEqual(["ordered", "ordered"])
})

it.each<[string, Partial<Records>, string[]]>([
  ["all of it is captured", {}, []],
  [
    "less is captured than it asks for",
    { collections: [{ id: "c1", amount: "102.5" }] },
    ["o1"],
  ],
  [
    "less is captured, and an exception says so",
    {
      collections: [{ id: "c1", amount: "102.5" }],
      ledger: [{ ...row, exceptions: 1 }],
    },
    [],
  ],
  [
    "less is captured, and it was cancelled",
    {
      collections: [{ id: "c1", amount: "102.5" }],
      orders: [{ ...order, canceled: true }],
    },
    [],
  ],
])("of an order, %s: %j is underpaid: %j", (_, records, ids) => {
  expect(underpaidOrders({ ...PAID, ...records })).toEqual(ids)
})

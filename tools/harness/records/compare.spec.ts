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
      cart_currency: "usd",
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

const CASES: [what: string, Verdict, Partial<Records>][] = [
  ["one capture on one order", "ordered", {}],
  ["money without a row", "lost", { ledger: [], captures: [] }],
  [
    "money whose row is still open",
    "lost",
    { ledger: [{ ...row, status: "pending" }], captures: [] },
  ],
  [
    "hosted money that was reported to the store and not recorded",
    "lost",
    {
      gateway: [{ ...entry, rail: "hosted" }],
      ledger: [{ ...row, status: "pending" }],
      captures: [],
    },
  ],
  [
    "hosted money that was never reported to the store",
    "unreported",
    {
      gateway: [{ ...entry, rail: "hosted", reported: false }],
      ledger: [{ ...row, status: "abandoned" }],
      captures: [],
    },
  ],
  [
    "onchain money that was never reported to the store",
    "lost",
    {
      gateway: [{ ...entry, reported: false }],
      ledger: [{ ...row, status: "cancelled" }],
      captures: [],
    },
  ],
  ["no capture", "lost", { captures: [] }],
  [
    "no capture and an exception",
    "flagged",
    { captures: [], ledger: [{ ...row, exceptions: 1 }] },
  ],
  [
    "half of it captured",
    "lost",
    { captures: [{ ...capture, amount: "6.25" }] },
  ],
  [
    "a capture that its order lacks",
    "lost",
    { captures: [{ ...capture, recorded: false }] },
  ],
  ["a capture without an order", "lost", { orders: [] }],
  [
    "a capture on a cancelled order",
    "lost",
    { orders: [{ ...order, canceled: true }] },
  ],
  [
    "a capture on a cancelled order and a refund due",
    "flagged",
    {
      orders: [{ ...order, canceled: true }],
      ledger: [{ ...row, refunds_due: 1 }],
    },
  ],
  ["two captures", "doubled", { captures: [capture, capture] }],
  [
    "two captures, despite an exception",
    "doubled",
    {
      captures: [capture, capture],
      ledger: [{ ...row, exceptions: 1 }],
    },
  ],
  [
    "two orders of one payment collection",
    "doubled",
    { orders: [order, { ...order, id: "o2" }] },
  ],
  [
    "two orders of one cart, each with its own collection",
    "doubled",
    {
      orders: [order, { ...order, id: "o2", payment_collection_id: "c2" }],
    },
  ],
  [
    "a second order that was cancelled",
    "ordered",
    { orders: [order, { ...order, id: "o2", canceled: true }] },
  ],
  [
    "a capture without money",
    "unconfirmed",
    { gateway: [{ ...entry, paid: false }] },
  ],
  [
    "an unpaid payment without a capture",
    "unpaid",
    { gateway: [{ ...entry, paid: false }], captures: [] },
  ],
]

it.each(CASES)("classifies %s as %s", (_, verdict, records) => {
  const verdicts = compareRecords({ ...PAID, ...records })

  expect(verdicts).toMatchObject([{ payment_id: "p1", verdict }])
  const isViolation = ["lost", "doubled", "unconfirmed"].includes(verdict)
  expect(violations(verdicts)).toHaveLength(isViolation ? 1 : 0)
})

const SECOND = {
  entry: { ...entry, payment_id: "p2" },
  row: { ...row, id: "p2", session_id: "s2" },
  capture: { ...capture, session_id: "s2" },
}

it.each<[what: string, Partial<Records>, Verdict[]]>([
  ["detects two captured payments of one cart", {}, ["doubled", "doubled"]],
  [
    "accepts a second payment of a cart after Medusa refunded the first",
    {
      ledger: [{ ...row, refunds_due: 1 }, SECOND.row],
      captures: [{ ...capture, refunded: true }, SECOND.capture],
    },
    ["flagged", "ordered"],
  ],
  [
    "accepts a cart that is paid in parts",
    { collections: [{ id: "c1", amount: "25" }] },
    ["ordered", "ordered"],
  ],
])("%s", (_, records, expected) => {
  const verdicts = compareRecords({
    ...PAID,
    gateway: [entry, SECOND.entry],
    ledger: [row, SECOND.row],
    captures: [capture, SECOND.capture],
    ...records,
  })

  expect(verdicts.map(({ verdict }) => verdict)).toEqual(expected)
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

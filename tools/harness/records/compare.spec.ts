import type { Records } from "./records"
import {
  compareRecords,
  violations,
  underpaidOrders,
  type Verdict,
} from "./compare"

const entry: Records["gateway"][number] = {
  payment_id: "p1",
  rail: "onchain",
  paid: true,
  reported: true,
}
const row: Records["ledger"][number] = {
  id: "p1",
  session_id: "s1",
  payment_collection_id: "c1",
  status: "paid",
  cart_amount: "12.5",
  cart_currency: "usd",
  exceptions: 0,
  refunds_due: 0,
}
const capture: Records["captures"][number] = {
  session_id: "s1",
  payment_collection_id: "c1",
  amount: "12.50",
  refunded: false,
  recorded: true,
}
const order: Records["orders"][number] = {
  id: "o1",
  payment_collection_id: "c1",
  cart_id: "cart1",
  canceled: false,
}

type State = Partial<Records> & {
  entry?: Partial<typeof entry>
  row?: Partial<typeof row>
  capture?: Partial<typeof capture>
  order?: Partial<typeof order>
}

/** Differences from one capture on one order. */
const STATES: Record<string, State> = {
  "": {},
  hosted: { entry: { rail: "hosted" } },
  "not reported": { entry: { reported: false } },
  "no money": { entry: { paid: false } },
  "no row": { ledger: [] },
  pending: { row: { status: "pending" } },
  abandoned: { row: { status: "abandoned" } },
  cancelled: { row: { status: "cancelled" } },
  exception: { row: { exceptions: 1 } },
  "refund due": { row: { refunds_due: 1 } },
  "not captured": { captures: [] },
  "half captured": { capture: { amount: "6.25" } },
  "not recorded": { capture: { recorded: false } },
  "captured twice": { captures: [capture, capture] },
  "no order": { orders: [] },
  "order cancelled": { order: { canceled: true } },
  "second order": { orders: [order, { ...order, id: "o2" }] },
  "second order of the cart": {
    orders: [order, { ...order, id: "o2", payment_collection_id: "c2" }],
  },
  "cancelled second order": {
    orders: [order, { ...order, id: "o2", canceled: true }],
  },
  "more due": { collections: [{ id: "c1", amount: "102.5" }] },
}

/** @param states such as `pending, not captured` */
function recordsIn(states: string): Records {
  const all = states.split(", ").map((each) => STATES[each]!)
  const changed = <T extends object>(
    one: T,
    name: "entry" | "row" | "capture" | "order"
  ): [T] => [Object.assign({}, one, ...all.map((each) => each[name]))]
  const { gateway, ledger, captures, orders, collections } = Object.assign(
    {},
    ...all
  ) as Partial<Records>
  return {
    gateway: gateway ?? changed(entry, "entry"),
    ledger: ledger ?? changed(row, "row"),
    captures: captures ?? changed(capture, "capture"),
    orders: orders ?? changed(order, "order"),
    collections: collections ?? [{ id: "c1", amount: "12.5" }],
  }
}

it.each<[states: string, Verdict]>([
  ["", "ordered"],
  ["no row, not captured", "lost"],
  ["pending, not captured", "lost"],
  ["hosted, pending, not captured", "lost"],
  ["hosted, not reported, abandoned, not captured", "unreported"],
  ["not reported, cancelled, not captured", "lost"],
  ["not captured", "lost"],
  ["not captured, exception", "flagged"],
  ["half captured", "lost"],
  ["not recorded", "lost"],
  ["no order", "lost"],
  ["order cancelled", "lost"],
  ["order cancelled, refund due", "flagged"],
  ["captured twice", "doubled"],
  ["captured twice, exception", "doubled"],
  ["second order", "doubled"],
  ["second order of the cart", "doubled"],
  ["cancelled second order", "ordered"],
  ["no money", "unconfirmed"],
  ["no money, not captured", "unpaid"],
])("classifies %j as %s", (states, verdict) => {
  const verdicts = compareRecords(recordsIn(states))

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
    ...recordsIn(""),
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

it.each<[states: string, ids: string[]]>([
  ["", []],
  ["more due", ["o1"]],
  ["more due, exception", []],
  ["more due, order cancelled", []],
])("lists underpaid orders: %j: %j", (states, ids) => {
  expect(underpaidOrders(recordsIn(states))).toEqual(ids)
})

import { type Act, Event, type Interruption } from "./histories/event"
import { runUntilIdle, playHistory } from "./histories/play-history"
import type { Setting } from "./histories/setting"
import type { World } from "./histories/world"

/**
 * Smallest histories with an unexpected end. Each end is pinned here, so that
 * it only changes on purpose.
 */

const payFirst: Setting = {
  checkout_flow: "pay_first",
  capture: "automatic",
  hasCart: true,
  proof: "off",
}
const orderFirst: Setting = { ...payFirst, checkout_flow: "order_first" }
const manual: Setting = { ...payFirst, capture: "manual" }
const withoutCart: Setting = { ...payFirst, hasCart: false }
const required: Setting = { ...payFirst, proof: "require" }

type Step = Act | [Act, Interruption]

const start = (rail: "hosted" | "onchain"): Act => ({
  do: "start",
  rail,
  answer: "ok",
  keepsOthers: false,
})
const complete: Act = { do: "complete", first: 0 }
const pay = (of: number): Act => ({ do: "pay", of })
const changeCart = (to: string): Act => ({ do: "change_cart", to })
const editOrder = (to: string): Act => ({ do: "edit_order", to })
const arrive = (which: number): Act => ({ do: "deliver", which })
const forge = (how: "amount" | "coin"): Act => ({ do: "forge", of: 0, how })
const crash = (act: Act, after: number): Step => [act, { after, by: "crash" }]

/** Receives the gateway's webhook with this outcome. */
function deliver(world: World, outcome: string): void {
  const webhook = world.gateway.webhooks.find(
    ({ report }) => report.outcome === outcome
  )
  world.receive(webhook!)
}

function after(setting: Setting, ...steps: Step[]): World {
  const events = steps.map(
    (step) => new Event(...([step].flat() as [Act, Interruption?]))
  )
  return playHistory(setting, events)
}

/** Ends a history, in which no law was broken. */
function finish(world: World): void {
  runUntilIdle(world)
  expect(world.broken).toEqual([])
}

it("leaves a pay_first order unpaid if its completion crashes before the authorization", () => {
  const world = after(payFirst, start("hosted"), crash(complete, 0))
  runUntilIdle(world)
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [],
  })
})

it("names the excess of an edited order once, on its newest payment", () => {
  const world = after(
    withoutCart,
    start("hosted"),
    editOrder("25.00"),
    { ...start("hosted"), keepsOthers: true } as Act,
    pay(0),
    pay(1)
  )
  world.gateway.webhooks.forEach((webhook) => world.receive(webhook))
  finish(world)
  expect(world.ledger.exceptions.open).toMatchObject([
    { of: "stpay_2", details: { excess: "12.50" } },
  ])
})

it("finishes what a crash interrupts for a payment that was not reconciled any more", () => {
  const world = after(
    withoutCart,
    start("hosted"),
    pay(0),
    changeCart("25.00"),
    arrive(3),
    changeCart("12.50"),
    crash(arrive(0), 7)
  )
  finish(world)
  expect(world.medusa.payments).toMatchObject([{ captured: true }])
})

it("keeps an unpaid order_first order if a start crashes before its row is written", () => {
  // Medusa has stored the session, and nothing else.
  const crashed = crash(start("hosted"), 1)
  const world = after(orderFirst, start("hosted"), complete, crashed)
  runUntilIdle(world)
  expect(world.ledger.rows).toMatchObject([{ status: "abandoned" }])
  expect(world.medusa).toMatchObject({ order: { canceled: false } })
})

it("captures money with an open exception once the cart has its amount again", () => {
  const world = after(payFirst, start("hosted"), changeCart("25.00"), pay(0))
  deliver(world, "paid")
  expect(world.ledger.exceptions.open.map(({ key }) => key)).toEqual([
    "stpay_1:cart_changed.gone",
  ])
  world.medusa.changeAmount("12.50")
  deliver(world, "paid")
  finish(world)
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [{ captured: true }],
  })
  expect(world.ledger.exceptions.open.length).toBe(0)
})

it("refunds the second payment of an order_first order cancelled with its first", () => {
  const world = after(
    orderFirst,
    start("hosted"),
    complete,
    start("onchain"),
    pay(0),
    { do: "cancel", of: 1 }
  )
  deliver(world, "cancelled")
  deliver(world, "paid")
  finish(world)
  expect(world.medusa).toMatchObject({ order: { canceled: true } })
  expect(world.ledger.refunds).toMatchObject([{ amount: "12.50" }])
})

it("refunds an authorized payment if the order's cancellation crashes before its event", () => {
  const world = after(manual, start("hosted"), pay(0))
  deliver(world, "paid")
  world.medusa.cancelOrder()
  world.dropSubscriberCalls()
  finish(world)
  expect(world.ledger.refunds).toMatchObject([{ amount: "12.50" }])
})

/**
 * The payment starts between the two statements of a cart change, and keeps the
 * old amount.
 */
const startsWithOldAmount: [Act, Interruption] = [
  changeCart("25.00"),
  { after: 0, by: start("onchain") },
]

it.each<[string, Act]>([
  ["completing the cart", complete],
  ["the job", { do: "job" }],
])("captures no payment of the cart's old amount through %s", (_, lastAct) => {
  const world = after(
    payFirst,
    start("onchain"),
    startsWithOldAmount,
    pay(1),
    { do: "wait", minutes: 1 },
    lastAct
  )
  finish(world)
  expect(world.medusa).toMatchObject({ order: null, payments: [] })
  expect(world.ledger.exceptions.open.map(({ key }) => key)).toEqual([
    "stpay_2:cart_changed.amount",
  ])
})

it("places an order again that Medusa removes while its payment is settled", () => {
  const world = after(
    manual,
    start("hosted"),
    { do: "break_completion" },
    pay(0),
    [arrive(1), { after: 5, by: { do: "settle", of: 0 } }]
  )
  finish(world)
  expect(world.medusa.order).toMatchObject({ canceled: false })
})

it("records a capture with its order after the admin's process died", () => {
  const captured = crash({ do: "capture", of: 0 }, 1)
  const world = after(manual, start("hosted"), pay(0), arrive(1), captured)
  expect(world.medusa.payments[0]?.unrecordedSince).not.toBeNull()
  runUntilIdle(world)
  expect(world.medusa.payments[0]?.unrecordedSince).toBeNull()
})

it("keeps money in sight that the gateway reports again in another coin", () => {
  const other = forge("coin")
  const world = after(
    required,
    start("onchain"),
    other,
    pay(0),
    arrive(1),
    other
  )
  finish(world)
  expect(world.medusa.payments).toMatchObject([{ captured: true }])
})

it("captures the transaction that replaced another, though its webhook is lost", () => {
  const replaced: Act = { do: "reorganize", replaces: true }
  const world = after(required, start("onchain"), pay(0), arrive(1), replaced)
  finish(world)
  expect(world.ledger.rows).toMatchObject([{ tx_hash: "0x2" }])
  expect(world.medusa.payments).toMatchObject([{ captured: true }])
  expect(world.ledger.exceptions.open).toEqual([])
})

it("records a capture with its order that was refunded before", () => {
  const world = after(
    withoutCart,
    start("hosted"),
    pay(0),
    crash(arrive(1), 4),
    { do: "refund", of: 0, part: false }
  )
  expect(world.medusa.payments[0]?.unrecordedSince).not.toBeNull()
  finish(world)
  expect(world.medusa.payments[0]?.unrecordedSince).toBeNull()
})

it("names what an order lacks once the money of its first payment is sent back", () => {
  const world = after(
    { ...withoutCart, proof: "require" },
    start("onchain"),
    { do: "pay_unsent", of: 0 },
    arrive(1),
    editOrder("25.00"),
    start("hosted"),
    { do: "pay", of: 1, arrives: true },
    { do: "resolve", of: 0, how: "refund" }
  )
  finish(world)
  expect(
    world.ledger.exceptions.open.map(({ of, kind }) => [of, kind])
  ).toContainEqual(["stpay_2", "amount_due_changed"])
})

it("decides nothing about money that is being captured by an exception about another report of it", () => {
  const world = after(
    withoutCart,
    start("hosted"),
    crash({ do: "pay", of: 0, arrives: true }, 3),
    forge("amount"),
    { do: "resolve", of: 0, how: "kept" }
  )
  finish(world)
  expect(world.ledger.allocations).toMatchObject([{ kind: "capture" }])
})

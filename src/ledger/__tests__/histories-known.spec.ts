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
const start = (rail: "hosted" | "onchain"): Act => ({
  do: "start",
  rail,
  answer: "ok",
  keepsOthers: false,
})
const complete: Act = { do: "complete", first: 0 }
const pay = (of: number): Act => ({ do: "pay", of })
const changeCart = (to: string): Act => ({ do: "change_cart", to })

/** Receives the gateway's webhook with this outcome. */
function deliver(world: World, outcome: string): void {
  const webhook = world.gateway.webhooks.find(
    ({ report }) => report.outcome === outcome
  )
  world.receive(webhook!)
}

function after(
  setting: Setting,
  ...acts: (Act | [Act, Interruption])[]
): World {
  return playHistory(
    setting,
    acts.map((act) =>
      Array.isArray(act) ? new Event(act[0], act[1]) : new Event(act)
    )
  )
}

/** Ends a history, in which no law was broken. */
function finish(world: World): void {
  runUntilIdle(world)
  expect(world.broken).toEqual([])
}

const crashesAtOnce: Interruption = { after: 0, by: "crash" }
/** During a start: Medusa has stored the session, and nothing else. */
const crashesAfterSession: Interruption = { after: 1, by: "crash" }

it("leaves a pay_first order unpaid if its completion crashes before the authorization", () => {
  const world = after(payFirst, start("hosted"), [complete, crashesAtOnce])
  runUntilIdle(world)
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [],
  })
})

it("names the excess of an edited order once, on its newest payment", () => {
  const world = after(
    { ...payFirst, hasCart: false },
    start("hosted"),
    { do: "edit_order", to: "25.00" },
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
  const arrives = (which: number): Act => ({ do: "deliver", which })
  const world = after(
    { ...payFirst, hasCart: false },
    start("hosted"),
    pay(0),
    changeCart("25.00"),
    arrives(3),
    changeCart("12.50"),
    [arrives(0), { after: 7, by: "crash" }]
  )
  finish(world)
  expect(world.medusa.payments).toMatchObject([{ captured: true }])
})

it("keeps an unpaid order_first order if a start crashes before its row is written", () => {
  const world = after(orderFirst, start("hosted"), complete, [
    start("hosted"),
    crashesAfterSession,
  ])
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
  runUntilIdle(world)
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [{ captured: true }],
  })
  expect(world.ledger.exceptions.open.length).toBe(0)
  expect(world.broken).toEqual([])
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
  runUntilIdle(world)
  expect(world.medusa).toMatchObject({ order: { canceled: true } })
  expect(world.ledger.refunds).toMatchObject([{ amount: "12.50" }])
  expect(world.broken).toEqual([])
})

it("refunds an authorized payment if the order's cancellation crashes before its event", () => {
  const world = after(
    { ...payFirst, capture: "manual" },
    start("hosted"),
    pay(0)
  )
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
    { ...payFirst, capture: "manual" },
    start("hosted"),
    { do: "break_completion" },
    pay(0),
    [
      { do: "deliver", which: 1 },
      { after: 5, by: { do: "settle", of: 0 } },
    ]
  )
  finish(world)
  expect(world.medusa.order).toMatchObject({ canceled: false })
})

it("records a capture with its order after the admin's process died", () => {
  const world = after(
    { ...payFirst, capture: "manual" },
    start("hosted"),
    pay(0),
    { do: "deliver", which: 1 },
    [
      { do: "capture", of: 0 },
      { after: 1, by: "crash" },
    ]
  )
  expect(world.medusa.payments[0]?.unrecordedSince).not.toBeNull()
  runUntilIdle(world)
  expect(world.medusa.payments[0]?.unrecordedSince).toBeNull()
})

const required: Setting = { ...payFirst, proof: "require" }
const replaced: Act = { do: "reorganize", replaces: true }

it("keeps money in sight that the gateway reports again in another coin", () => {
  const forge: Act = { do: "forge", of: 0, how: "coin" }
  const world = after(
    required,
    start("onchain"),
    forge,
    pay(0),
    { do: "deliver", which: 1 },
    forge
  )
  finish(world)
  expect(world.medusa.payments).toMatchObject([{ captured: true }])
})

it("captures the transaction that replaced another, though its webhook is lost", () => {
  const world = after(
    required,
    start("onchain"),
    pay(0),
    { do: "deliver", which: 1 },
    replaced
  )
  finish(world)
  expect(world.ledger.rows).toMatchObject([{ tx_hash: "0x2" }])
  expect(world.medusa.payments).toMatchObject([{ captured: true }])
  expect(world.ledger.exceptions.open).toEqual([])
})

it("records a capture with its order that was refunded before", () => {
  const world = after(
    { ...payFirst, hasCart: false },
    start("hosted"),
    pay(0),
    [
      { do: "deliver", which: 1 },
      { after: 4, by: "crash" },
    ],
    { do: "refund", of: 0, part: false }
  )
  expect(world.medusa.payments[0]?.unrecordedSince).not.toBeNull()
  finish(world)
  expect(world.medusa.payments[0]?.unrecordedSince).toBeNull()
})

it("names what an order lacks once the money of its first payment is sent back", () => {
  const world = after(
    { ...payFirst, hasCart: false, proof: "require" },
    start("onchain"),
    { do: "pay_unsent", of: 0 },
    { do: "deliver", which: 1 },
    { do: "edit_order", to: "25.00" },
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
    { ...payFirst, hasCart: false },
    start("hosted"),
    [
      { do: "pay", of: 0, arrives: true },
      { after: 3, by: "crash" },
    ],
    { do: "forge", of: 0, how: "amount" },
    { do: "resolve", of: 0, how: "kept" }
  )
  finish(world)
  expect(world.ledger.allocations).toMatchObject([{ kind: "capture" }])
})

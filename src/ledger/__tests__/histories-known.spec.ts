import { type Act, Event, type Interruption } from "./histories/event"
import { comeToRest, live } from "./histories/life"
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
  return live(
    setting,
    acts.map((act) =>
      Array.isArray(act) ? new Event(act[0], act[1]) : new Event(act)
    )
  )
}

const diesAtOnce: Interruption = { after: 0, by: "death" }
/** During a start: Medusa has stored the session, and nothing else. */
const diesWithTheSession: Interruption = { after: 1, by: "death" }

it("a completion that dies before the authorization leaves an unpaid order, which pay_first leaves to a person", () => {
  const world = after(payFirst, start("hosted"), [complete, diesAtOnce])
  comeToRest(world)
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [],
  })
})

it("a start that dies before its row is written leaves a session that keeps an unpaid order_first order", () => {
  const world = after(orderFirst, start("hosted"), complete, [
    start("hosted"),
    diesWithTheSession,
  ])
  comeToRest(world)
  expect(world.ledger.rows).toMatchObject([{ status: "abandoned" }])
  expect(world.medusa).toMatchObject({ order: { canceled: false } })
})

it("money that a person was asked about finds its order when the cart costs the same again and its webhook is repeated, and the question answers itself", () => {
  const world = after(payFirst, start("hosted"), changeCart("25.00"), pay(0))
  deliver(world, "paid")
  expect([...world.ledger.exceptions.keys()]).toEqual(["stpay_1:session_gone"])
  world.medusa.changeAmount("12.50")
  deliver(world, "paid")
  comeToRest(world)
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [{ captured: true }],
  })
  expect(world.ledger.exceptions.size).toBe(0)
  expect(world.broken).toEqual([])
})

it("an order_first order whose one payment is cancelled is cancelled, and the money of its other one goes back", () => {
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
  comeToRest(world)
  expect(world.medusa).toMatchObject({ order: { canceled: true } })
  expect(world.ledger.refunds).toMatchObject([{ amount: "12.50" }])
  expect(world.broken).toEqual([])
})

it("an authorized payment whose order is cancelled by a process that dies before its event is owed back all the same", () => {
  const world = after(
    { ...payFirst, capture: "manual" },
    start("hosted"),
    pay(0)
  )
  deliver(world, "paid")
  world.medusa.cancelOrder()
  world.forgetTold()
  comeToRest(world)
  expect(world.broken).toEqual([])
  expect(world.ledger.refunds).toMatchObject([{ amount: "12.50" }])
})

/**
 * The payment starts between the two statements of a cart change, and keeps the
 * old amount.
 */
const startsWithOldSum: [Act, Interruption] = [
  changeCart("25.00"),
  { after: 0, by: start("onchain") },
]

it.each<[string, Act]>([
  ["completing the cart", complete],
  ["the job", { do: "job" }],
])("a payment of the cart's old sum buys nothing, by way of %s", (_, drive) => {
  const world = after(
    payFirst,
    start("onchain"),
    startsWithOldSum,
    pay(1),
    { do: "wait", minutes: 1 },
    drive
  )
  comeToRest(world)
  expect(world.broken).toEqual([])
  expect(world.medusa).toMatchObject({ order: null, payments: [] })
  expect([...world.ledger.exceptions.keys()]).toEqual([
    "stpay_2:session_mismatch",
  ])
})

it("coins that were on their way when the cart was reloaded find its order", () => {
  const job: Act = { do: "job" }
  const world = after(
    payFirst,
    start("onchain"),
    start("onchain"),
    job,
    { do: "wait", minutes: 20 },
    job,
    pay(0)
  )
  deliver(world, "paid")
  comeToRest(world)
  expect(world.broken).toEqual([])
  expect(world.medusa).toMatchObject({
    order: { canceled: false },
    payments: [{ captured: true, amount: "12.50" }],
  })
  expect(world.gateway.entries).toMatchObject([
    { status: "paid" },
    { status: "cancelled" },
  ])
})

it("a replaced payment order is cancelled when its grace is over", () => {
  const world = after(
    payFirst,
    start("onchain"),
    start("onchain"),
    { do: "job" },
    { do: "wait", minutes: 31 },
    { do: "job" }
  )
  expect(world.gateway.entries).toMatchObject([
    { status: "cancelled" },
    { status: "pending" },
  ])
})

it("what an order asks for more since its buyer paid can be paid, and closes the exception", () => {
  const world = after(
    orderFirst,
    start("onchain"),
    complete,
    {
      do: "edit_order",
      to: "25.00",
    },
    pay(0)
  )
  deliver(world, "paid")
  expect([...world.ledger.exceptions.keys()]).toEqual([
    "stpay_1:amount_due_changed:25.00/12.50",
  ])
  world.medusa.startSession("onchain")
  world.gateway.pay(world.gateway.entries[1]!)
  comeToRest(world)
  expect(world.broken).toEqual([])
  expect(world.medusa.payments).toMatchObject([
    { captured: true, amount: "12.50" },
    { captured: true, amount: "12.50" },
  ])
  expect(world.ledger.exceptions.size).toBe(0)
})

it("a payment that was started in test mode buys nothing once the store is live", () => {
  const world = after(payFirst, start("onchain"), { do: "go_live" }, pay(0))
  deliver(world, "paid")
  comeToRest(world)
  expect(world.medusa).toMatchObject({ order: null, payments: [] })
  expect([...world.ledger.exceptions.keys()]).toEqual(["stpay_1:test_money"])
})

it("a transfer that confirms two payments pays for the first", () => {
  const world = after(
    payFirst,
    start("onchain"),
    { do: "start", rail: "onchain", answer: "ok", keepsOthers: true },
    pay(0),
    { do: "pay_reused", of: 1 }
  )
  comeToRest(world)
  expect(world.broken).toEqual([])
  expect(world.medusa.payments).toMatchObject([{ amount: "12.50" }])
  expect([...world.ledger.exceptions.keys()]).toEqual([
    "stpay_2:transfer_reused:0x1",
  ])
})

it.each([
  ["the second", [pay(0), { do: "leave_out_hash" }]],
  ["the first", [{ do: "leave_out_hash" }, pay(0)]],
] satisfies [string, Act[]][])(
  "a transfer that confirms two payments is an exception also where the webhook of %s named none",
  (_, acts) => {
    const world = after(
      payFirst,
      start("onchain"),
      { do: "start", rail: "onchain", answer: "ok", keepsOthers: true },
      ...acts,
      { do: "pay_reused", of: 1 },
      { do: "deliver", which: 2 },
      { do: "deliver", which: 3 }
    )
    comeToRest(world)
    expect(world.broken).toEqual([])
    expect(world.medusa.payments).toMatchObject([{ amount: "12.50" }])
    expect([...world.ledger.exceptions.keys()]).toEqual(
      expect.arrayContaining([expect.stringContaining(":transfer_reused:0x1")])
    )
  }
)

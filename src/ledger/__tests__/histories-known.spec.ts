import { type Act, Event, type Interruption } from "./histories/event"
import { comeToRest, live } from "./histories/life"
import type { Setting } from "./histories/setting"
import type { World } from "./histories/world"

/** The smallest histories that ended otherwise than one would wish; what each ends in is pinned here, so that it changes on purpose. */

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
  beside: false,
})
const complete: Act = { do: "complete", first: 0 }
const pay = (of: number): Act => ({ do: "pay", of })
const changeCart = (to: string): Act => ({ do: "change_cart", to })

/** The webhook of that kind that a payment's gateway sent. */
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
    diesAtOnce,
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

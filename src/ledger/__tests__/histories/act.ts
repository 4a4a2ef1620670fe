import type { GatewayReport } from "../../index"
import type { Act, Event, Forgery } from "./event"
import { type GatewayEntry, reportOf } from "./gateway"
import { Crash, logged } from "./interruption"
import { settle } from "./settle"
import type { World } from "./world"

/** Medusa's own acts that wait for the cart's lock. */
const WAITS: readonly Act["do"][] = ["change_cart", "complete"]

/** Runs an event with its interruption. */
export function runEvent(world: World, { act, interruption }: Event): void {
  if (interruption) {
    const { after, by } = interruption
    if (by === "crash") {
      world.interruptions.plan(
        after,
        () => {
          throw new Crash()
        },
        false
      )
    } else {
      const waits = WAITS.includes(by.do)
      world.interruptions.plan(after, () => attempt(world, by), waits)
    }
  }
  try {
    attempt(world, act)
    world.runSubscribers()
  } catch (error) {
    if (!(error instanceof Crash)) {
      throw error
    }
    world.dropSubscriberCalls()
  } finally {
    world.interruptions.clear()
  }
}

/** Ignores acts that are refused or impossible. */
function attempt(world: World, act: Act): void {
  logged(() => perform(world, act))
  world.provider.answer = "ok"
}

function perform(world: World, act: Act): void {
  const { medusa, gateway, ledger } = world
  switch (act.do) {
    case "start":
      world.provider.answer = act.answer
      if (act.keepsOthers) {
        medusa.createSession(act.rail)
      } else {
        medusa.startSession(act.rail)
      }
      return
    case "switch_method":
      medusa.startSession(null)
      return
    case "change_cart":
      medusa.changeAmount(act.to)
      return
    case "complete":
      if (medusa.hasCart) {
        medusa.complete((any) => nth(any, act.first)!)
      }
      return
    case "break_completion":
      medusa.breaksCompletion = true
      return
    case "edit_order":
      medusa.editOrder(act.to)
      return
    case "pay_reused":
      withNth(gateway.entries, act.of, (entry) => gateway.payReused(entry))
      return
    case "leave_out_hash":
      gateway.leavesOutHash = true
      return
    case "go_live":
      world.mode = "live"
      return
    case "pay":
    case "fail":
    case "cancel":
      withNth(gateway.entries, act.of, (entry) => gateway[act.do](entry))
      return
    case "deliver":
      withNth(gateway.webhooks, act.which, (webhook) => world.receive(webhook))
      return
    case "forge":
      withNth(gateway.entries, act.of, (entry) => forge(world, entry, act.how))
      return
    case "return":
      withNth(ledger.rows, act.of, ({ id }) => world.returned(id, act.result))
      return
    case "cancel_order":
      medusa.cancelOrder()
      return
    case "cancel_payment":
      withNth(medusa.payments, act.of, (payment) =>
        medusa.cancelPayment(payment)
      )
      return
    case "capture":
      withNth(medusa.payments, act.of, (payment) => medusa.capture(payment))
      return
    case "settle":
      withNth(ledger.rows, act.of, ({ id }) => settle(world, id))
      return
    case "job":
      world.job()
      return
    case "wait":
      world.wait(act.minutes)
      return
    case "outage":
      gateway.failingCalls = act.calls
      return
  }
}

function nth<T>(all: readonly T[], n: number): T | undefined {
  return all[n % all.length]
}

function withNth<T>(all: readonly T[], n: number, run: (one: T) => void): void {
  const one = nth(all, n)
  if (one !== undefined) {
    run(one)
  }
}

/**
 * Sends a paid webhook under our order number that does not match the payment.
 * It names another id, or another transfer, only if ours is stored.
 */
function forge(world: World, entry: GatewayEntry, how: Forgery): void {
  const row = world.ledger.find(entry.payment_id)
  const isApplicable =
    how === "gateway_id"
      ? row.gateway_id !== null
      : how === "second_transfer"
        ? row.tx_hash !== null
        : how !== "chain" || entry.rail === "onchain"
  if (isApplicable) {
    world.receive({ payment_id: row.id, report: forged(entry, how) })
  }
}

function forged(entry: GatewayEntry, how: Forgery): GatewayReport {
  const { paid, ...genuine } = reportOf({ ...entry, status: "paid" }, "end")
  const wrong = (changes: Partial<NonNullable<typeof paid>>) => ({
    ...genuine,
    paid: {
      amount: entry.amount,
      currency: entry.currency,
      ...paid,
      ...changes,
    },
  })
  switch (how) {
    case "amount":
      return wrong({ amount: "0.01" })
    case "coin":
      return wrong({ currency: "USDC" })
    case "chain":
      return wrong({ chain: "BSC" })
    case "gateway_id":
      return { ...wrong({}), gateway_id: "foreign-id" }
    case "second_transfer":
      return wrong({ tx_hash: "0xsecond" })
    case "unreadable":
      return { ...genuine, malformed: "The amount is missing." }
  }
}

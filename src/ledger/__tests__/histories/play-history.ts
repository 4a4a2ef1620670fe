import { runEvent } from "./act"
import type { Event } from "./event"
import { checkAlways, checkEnd, isNamed, isWaiting } from "./laws"
import type { Setting } from "./setting"
import { World } from "./world"

/**
 * Maximum number of job rounds before payments that are still due break a law,
 * unless they have open exceptions.
 */
const MAX_ROUNDS = 40
/** Job rounds during which payments with open exceptions are retried. */
const MAX_ROUNDS_WITH_EXCEPTIONS = 20

/** Plays a history and records the laws that it breaks. */
export function playHistory(setting: Setting, events: readonly Event[]): World {
  const world = new World(setting)
  events.forEach((event) => step(world, event))
  return world
}

export function step(world: World, event: Event): void {
  const paid = new Set(
    world.ledger.rows.flatMap(({ id, status }) =>
      status === "paid" ? [id] : []
    )
  )
  runEvent(world, event)
  checkAlways(world, paid)
}

/**
 * Lets the gateway respond and runs the job over time until nothing is due.
 * Then checks the laws of the end.
 */
export function runUntilIdle(world: World): void {
  world.gateway.failingCalls = 0
  // Calls that may still be running in Medusa have ended by then.
  world.wait(3)
  runJobs(world)
  checkEnd(world)
  // A cart that changed after an exception may make the amounts match again,
  // without a reconciliation being scheduled.
  settleAll(world)
  checkEnd(world)
  const before = snapshot(world)
  settleAll(world)
  const after = snapshot(world)
  if (before !== after) {
    world.breaks(`settling again changes ${before} to ${after}`)
  }
}

function settleAll(world: World): void {
  world.settleAll()
  world.runSubscribers()
  runJobs(world)
}

function runJobs(world: World): void {
  // Proves what is final by now, and settles what that was.
  world.job()
  for (let round = 0, roundsWithExceptions = 0; ; round++) {
    world.job()
    world.runSubscribers()
    const due = world.ledger.rows.filter(
      (row) => row.next_reconcile_at !== null
    )
    if (!due.length) {
      return
    }
    const allHaveExceptions = due.every(
      (row) => isNamed(world.ledger, row) || isWaiting(world, row)
    )
    if (
      allHaveExceptions &&
      ++roundsWithExceptions > MAX_ROUNDS_WITH_EXCEPTIONS
    ) {
      return
    }
    if (round > MAX_ROUNDS) {
      world.breaks(
        `${due.map(({ id }) => id).join(", ")} are still due after ${MAX_ROUNDS} rounds`
      )
      return
    }
    const next = due.map(({ next_reconcile_at, leased_until }) =>
      Math.max(
        next_reconcile_at?.getTime() ?? 0,
        (leased_until?.getTime() ?? 0) + 1
      )
    )
    world.now = new Date(Math.max(world.now.getTime(), Math.min(...next)))
  }
}

/** Serializes all state that affects money, not the schedule. */
export function snapshot({ ledger, medusa, gateway }: World): string {
  return JSON.stringify([
    ledger.rows.map(({ id, status, session_id, order_id, gateway_id }) => [
      id,
      status,
      session_id,
      // The former order of an unpaid payment does not affect money.
      status === "paid" ? order_id : null,
      gateway_id,
    ]),
    ledger.exceptions.open.map(({ key }) => key),
    ledger.refunds,
    ledger.allocations,
    medusa.collections,
    medusa.order,
    medusa.sessions,
    medusa.payments,
    gateway.entries.map(({ status }) => status),
  ])
}

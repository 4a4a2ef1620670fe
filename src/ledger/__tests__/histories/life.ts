import { happen } from "./act"
import type { Event } from "./event"
import { checkAlways, checkEnd, questionsAbout } from "./laws"
import type { Setting } from "./setting"
import { World } from "./world"

/** Rounds of the job after which a payment that is due and asked about by nobody never comes to rest. */
const ROUNDS_AT_MOST = 40
/** Rounds for which what a person was asked about is tried on. */
const ROUNDS_BESIDE_A_PERSON = 8

/** Lives a history, and says which laws it breaks. */
export function live(setting: Setting, events: readonly Event[]): World {
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
  happen(world, event)
  checkAlways(world, paid)
}

/** The gateway answers, time passes and the job runs until nothing is due; then the laws of the end hold. */
export function comeToRest(world: World): void {
  world.gateway.silentFor = 0
  runJobs(world)
  checkEnd(world)
  // A cart that changed after a question makes money fit that nobody looks at.
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
  world.listen()
  runJobs(world)
}

function runJobs(world: World): void {
  for (let round = 0, beside = 0; ; round++) {
    world.job()
    world.listen()
    const due = world.ledger.rows.filter(
      (row) => row.next_reconcile_at !== null
    )
    if (!due.length) {
      return
    }
    const isAsked = due.every((row) => questionsAbout(world.ledger, row).length)
    if (isAsked && ++beside > ROUNDS_BESIDE_A_PERSON) {
      return
    }
    if (round > ROUNDS_AT_MOST) {
      world.breaks(`${due.map(({ id }) => id).join(", ")} never come to rest`)
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

/** All that money hangs on; when a payment is looked at next is not among it. */
export function snapshot({ ledger, medusa, gateway }: World): string {
  return JSON.stringify([
    ledger.rows.map(({ id, status, session_id, order_id, gateway_id }) => [
      id,
      status,
      session_id,
      // Which order an unpaid payment was once for is a note, not money.
      status === "paid" ? order_id : null,
      gateway_id,
    ]),
    [...ledger.exceptions.keys()],
    ledger.refunds,
    medusa.collection,
    medusa.order,
    medusa.sessions,
    medusa.payments,
    gateway.entries.map(({ status }) => status),
  ])
}

import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { Fault } from "../../packages/sandbox/src"
import type { Random } from "./random"

/** Share of purchases with each kind of fault. */
const BAD_CALL = 0.35
const BAD_WEBHOOK = 0.5
const CUT_CONNECTIONS = 0.06

const CUT_WITHIN_MS = 1_500

const BAD_CALLS: Partial<Fault>[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 500, after: true },
  { kind: "status", status: 503 },
  { kind: "status", status: 429, retryAfter: 1, times: 2 },
  { kind: "half", after: true },
  { kind: "reset" },
  { kind: "reset", after: true },
  { kind: "broken_json", after: true },
  { kind: "hang" },
  { kind: "hang", after: true },
  { kind: "delay", ms: 1_500 },
]

const CALLS = ["create", "create", "get", "get", "cancel", "verify"] as const

const BAD_WEBHOOKS: Fault[] = [
  { kind: "drop" },
  { kind: "double" },
  { kind: "double" },
  { kind: "late", ms: 2_500 },
  { kind: "late", ms: 6_000 },
  { kind: "reorder", ms: 3_000 },
  { kind: "reorder", ms: 3_000 },
  { kind: "wrong_signature" },
  { kind: "lost_answer" },
  { kind: "lost_answer" },
]

const EVENTS = [
  "payment.success",
  "payment_order.paid",
  "payment_order.paid",
  "transaction.created",
  "payment_order.cancelled",
  undefined,
]

/** Faults with which the gateway still sends each webhook once. */
const SENT_ONCE: readonly Fault["kind"][] = ["late", "reorder"]

/**
 * Plans the gateway and database faults of one purchase.
 *
 * @param areSentOnce whether the gateway sends every webhook, and only once
 */
export function planFaults(
  { sandbox, db }: StoreCluster,
  random: Random,
  areSentOnce: boolean
): Promise<unknown>[] {
  if (random.chance(BAD_CALL)) {
    const endpoint = random.pick(CALLS)
    const fault = { kind: "reset" as const, ...random.pick(BAD_CALLS) }
    sandbox.fault({ endpoint, ...fault })
  }
  if (random.chance(BAD_WEBHOOK)) {
    const faults = BAD_WEBHOOKS.filter(
      ({ kind }) => !areSentOnce || SENT_ONCE.includes(kind)
    )
    sandbox.fault({
      event: random.pick(EVENTS),
      ...random.pick(faults),
    })
  }
  if (!random.chance(CUT_CONNECTIONS)) {
    return []
  }
  const cut = wait(random.below(CUT_WITHIN_MS)).then(() => db.cutConnections())
  // While the database is away, there are none to cut.
  return [cut.catch(() => {})]
}

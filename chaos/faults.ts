import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { CallFault, WebhookFault } from "../src/sandbox"
import type { Random } from "./random"

/** Share of purchases with each kind of fault. */
const BAD_CALL = 0.35
const BAD_WEBHOOK = 0.5
const CUT_CONNECTIONS = 0.06

const KILL_WITHIN_MS = 2_500
const CUT_WITHIN_MS = 1_500

const BAD_CALLS: Partial<CallFault>[] = [
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

const BAD_WEBHOOKS: WebhookFault[] = [
  { kind: "drop" },
  { kind: "double" },
  { kind: "double" },
  { kind: "delay", ms: 2_500 },
  { kind: "delay", ms: 6_000 },
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

/** Plans the gateway and database faults of one purchase. */
export function planFaults(
  { sandbox, db }: StoreCluster,
  random: Random
): Promise<unknown>[] {
  if (random.chance(BAD_CALL)) {
    const endpoint = random.pick(CALLS)
    const fault = { kind: "reset" as const, ...random.pick(BAD_CALLS) }
    sandbox.fault({ endpoint, ...fault })
  }
  if (random.chance(BAD_WEBHOOK)) {
    sandbox.faultWebhooks({
      event: random.pick(EVENTS),
      ...random.pick(BAD_WEBHOOKS),
    })
  }
  if (!random.chance(CUT_CONNECTIONS)) {
    return []
  }
  return [wait(random.below(CUT_WITHIN_MS)).then(() => db.cutConnections())]
}

/**
 * Kills processes in the middle of their work, one after the other, and
 * restarts them.
 */
export class Killer {
  #queue: Promise<void> = Promise.resolve()
  kills = 0

  constructor(
    private readonly cluster: StoreCluster,
    private readonly random: Random
  ) {}

  /** Plans a kill of a random process, after those already planned. */
  plan(): void {
    const node = this.random.pick(this.cluster.nodes)
    const delay = this.random.below(KILL_WITHIN_MS)
    this.#queue = this.#queue.then(async () => {
      await wait(delay)
      await node.kill()
      this.kills++
      await node.start()
    })
    // `done` reports the error.
    this.#queue.catch(() => {})
  }

  /** Resolves when all planned kills are done and the processes run again. */
  async done(): Promise<void> {
    await this.#queue
  }
}

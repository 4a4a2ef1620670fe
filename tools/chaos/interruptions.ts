import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { Outage, ShutdownMode } from "../harness/postgres/outage"
import type { Random } from "./random"

const KILL_WITHIN_MS = 2_500
const STOP_WITHIN_MS = 2_500
const SHORTEST_OUTAGE_MS = 500
const LONGEST_OUTAGE_MS = 5_000
const TRIES = 10
const BETWEEN_TRIES_MS = 500
const MODES: readonly ShutdownMode[] = ["fast", "immediate"]

/** Interrupts a part of the store, one planned interruption after the other. */
class Interruptions {
  #queue: Promise<void> = Promise.resolve()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Adds an interruption after those already planned. */
  protected add(delayMs: number, interrupt: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      await wait(delayMs)
      this.#count++
      await interrupt()
    })
    // `done` reports the error.
    this.#queue.catch(() => {})
  }

  /** Resolves when all are done, and what they interrupted runs again. */
  async done(): Promise<void> {
    await this.#queue
  }
}

/**
 * Kills processes of the store and its receivers in the middle of their work,
 * and restarts them.
 */
export class Killer extends Interruptions {
  constructor(
    private readonly cluster: StoreCluster,
    private readonly random: Random
  ) {
    super()
  }

  plan(): void {
    const { nodes, receivers } = this.cluster
    const node = this.random.pick([...nodes, ...receivers])
    this.add(this.random.below(KILL_WITHIN_MS), async () => {
      await node.kill()
      await startAgain(node)
    })
  }
}

/** Stops PostgreSQL for some seconds, half of the times without a shutdown. */
export class DatabaseRestarter extends Interruptions {
  constructor(
    private readonly outage: Outage,
    private readonly random: Random
  ) {
    super()
  }

  plan(): void {
    const mode = this.random.pick(MODES)
    const lasts =
      SHORTEST_OUTAGE_MS +
      this.random.below(LONGEST_OUTAGE_MS - SHORTEST_OUTAGE_MS)
    this.add(this.random.below(STOP_WITHIN_MS), async () => {
      await this.outage.begin(mode)
      await wait(lasts)
      await this.outage.end()
    })
  }
}

/**
 * Starts a process as a supervisor does: again, if it exits because the
 * database is away.
 *
 * @throws the last try's error
 */
async function startAgain(node: { start(): Promise<void> }): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await node.start()
    } catch (error) {
      if (tries === TRIES) {
        throw error
      }
      await wait(BETWEEN_TRIES_MS)
    }
  }
}

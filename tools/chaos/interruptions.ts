import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { Outage, ShutdownMode } from "../harness/postgres/outage"
import type { Random } from "./random"

const WITHIN_MS = 2_500
const SHORTEST_OUTAGE_MS = 500
const LONGEST_OUTAGE_MS = 5_000
const TRIES = 10
const BETWEEN_TRIES_MS = 500
const MODES: readonly ShutdownMode[] = ["fast", "immediate"]

/** Interrupts a part of the store, one planned interruption after the other. */
export class Interruptions {
  #queue: Promise<void> = Promise.resolve()
  #count = 0

  /** @param choose returns an interruption, chosen at random */
  constructor(
    private readonly random: Random,
    private readonly choose: () => () => Promise<void>
  ) {}

  get count(): number {
    return this.#count
  }

  /** Adds an interruption after those already planned. */
  plan(): void {
    const interrupt = this.choose()
    const delayMs = this.random.below(WITHIN_MS)
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
export function kills(
  { nodes, receivers }: StoreCluster,
  random: Random
): Interruptions {
  return new Interruptions(random, () => {
    const node = random.pick([...nodes, ...receivers])
    return async () => {
      await node.kill()
      await startAgain(node)
    }
  })
}

/** Stops PostgreSQL for some seconds, half of the times without a shutdown. */
export function databaseRestarts(
  outage: Outage,
  random: Random
): Interruptions {
  return new Interruptions(random, () => {
    const mode = random.pick(MODES)
    const longer = random.below(LONGEST_OUTAGE_MS - SHORTEST_OUTAGE_MS)
    return async () => {
      await outage.begin(mode)
      await wait(SHORTEST_OUTAGE_MS + longer)
      await outage.end()
    }
  })
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

import { join } from "node:path"
import { mapConcurrent } from "../shared/map-concurrent"
import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import type { Problem, Send } from "./store-client"
import { toFile, type Webhook } from "./webhook"
import { bytesOf, UNFINISHED, WebhookFolder } from "./webhook-folder"

export type SpoolOptions = {
  folder: string
  /** Size of the waiting webhooks from which more are refused. */
  maxBytes: number
  /** Days for which webhooks are kept after the store has accepted them. */
  keepDays: number
}

type WaitingFile = {
  /** When it is sent next, by the process's clock. New ones are due first: 0. */
  nextAt: number
  /** Milliseconds between its last attempts. */
  delay: number
  problem: Problem | null
}

/** Files that `/health` names. */
const MOST_STUCK = 20
/** A little more than the largest webhook takes. */
const LARGEST_BYTES = 100 * 1024

const SENT_AT_ONCE = 8
/** Few, so that new webhooks soon take their turn. */
const SENT_IN_A_PASS = 32

const UNFINISHED_FOR_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

const FIRST_DELAY_MS = 1_000
/** A buyer waits for the order: the store gets it soon after it is back. */
const LONGEST_WHILE_AWAY_MS = 10_000
const LONGEST_MS = 5 * 60_000

/**
 * Webhooks that wait for the store, each in a file of its own, until the store
 * has accepted them. Then they are in the folder `done`. The store knows webhooks
 * that it gets twice: so any number of processes may share the folder.
 */
export class Spool {
  readonly #folder: WebhookFolder
  readonly #done: WebhookFolder
  readonly #waiting = new Map<string, WaitingFile>()
  /** Size of the waiting files, and of those that are being written. */
  #bytes = 0

  constructor(
    private readonly options: SpoolOptions,
    private readonly send: Send,
    private readonly logger: Logger
  ) {
    this.#folder = new WebhookFolder(options.folder, true)
    this.#done = new WebhookFolder(join(options.folder, "done"), false)
  }

  /**
   * Keeps a webhook on disk.
   *
   * @throws if it can't be kept
   */
  async keep(webhook: Webhook): Promise<void> {
    const content = toFile(webhook)
    this.#refuseIfFull(content.length)
    // Counts while it is written: others may be kept at the same time.
    this.#bytes += content.length
    try {
      this.#add(await this.#folder.add(content))
    } finally {
      this.#bytes -= content.length
    }
  }

  /** Keeps a webhook in done/ that was forwarded, if the disk takes it. */
  async logForwarded(webhook: Webhook): Promise<void> {
    try {
      await this.#done.add(toFile(webhook))
    } catch (error) {
      const reason = messageOf(error)
      this.logger.sometimes("warn", `Nothing is kept for a replay: ${reason}`)
    }
  }

  /** Counts the waiting webhooks. `problem`: why none can be kept at present. */
  async health() {
    // The store answers, and would not store these.
    const stuck = [...this.#waiting].flatMap(([file, { problem }]) =>
      problem && !problem.isAway ? [{ file, reason: problem.reason }] : []
    )
    const count = this.#waiting.size
    return {
      problem: await this.#problem(),
      waiting: { count, bytes: this.#bytes, stuck: stuck.length },
      stuck: stuck.slice(0, MOST_STUCK),
    }
  }

  async #problem(): Promise<string | null> {
    try {
      this.#refuseIfFull(LARGEST_BYTES)
      await this.#folder.tryToWrite(LARGEST_BYTES)
      return null
    } catch (error) {
      return messageOf(error)
    }
  }

  /**
   * Finds the files of other processes and of those before this one, and
   * forgets files that others have handed over.
   *
   * @throws the disk's error
   */
  async scan(): Promise<void> {
    // Read first: a webhook that is kept meanwhile may not be listed yet.
    const known = [...this.#waiting.keys()]
    const names = new Set(await this.#folder.names())
    known.filter((name) => !names.has(name)).forEach((name) => this.#end(name))
    names.forEach((name) => this.#add(name))
  }

  /** Sends all files that are due, of any process, until none is or it ends. */
  async sendAll(ended: AbortSignal): Promise<void> {
    await this.scan()
    while (!ended.aborted && (await this.sendDue())) {
      // Each pass begins with the new ones.
    }
  }

  /** Sends files that are due to the store. @returns how many there were */
  async sendDue(): Promise<number> {
    const now = performance.now()
    const due = [...this.#waiting]
      .filter(([, { nextAt }]) => nextAt <= now)
      .sort(([, a], [, b]) => a.nextAt - b.nextAt)
      .slice(0, SENT_IN_A_PASS)
    await mapConcurrent(due, SENT_AT_ONCE, async ([name, file]) => {
      const problem = await this.#handOver(name)
      if (problem) {
        this.#failed(name, file, problem)
      } else {
        this.#end(name)
      }
    })
    return due.length
  }

  /** @returns why the file still waits; null: it is gone */
  async #handOver(name: string): Promise<Problem | null> {
    try {
      const webhook = await this.#folder.read(name)
      const problem = webhook && (await this.send(webhook)).problem
      if (!problem) {
        await this.#folder.move(name, this.#done)
      }
      return problem
    } catch (error) {
      return { isAway: false, reason: messageOf(error) }
    }
  }

  /**
   * Removes what was kept long enough after the store had accepted it, and what
   * a killed process did not finish.
   *
   * @throws the disk's error
   */
  async purge(): Promise<void> {
    const { keepDays, maxBytes } = this.options
    const now = Date.now()
    await this.#done.limit(now - keepDays * DAY_MS, maxBytes)
    for (const folder of [this.#done, this.#folder]) {
      await folder.limit(now - UNFINISHED_FOR_MS, Infinity, UNFINISHED)
    }
  }

  /**
   * Sends the webhooks again that the store has accepted since a time, after its
   * database was restored. It knows those that it still has, so that repeating
   * them changes nothing.
   *
   * @param since `2026-11-25` or `2026-11-25T13`, in UTC
   * @returns their number, and why some were not stored, each with its number
   * @throws the disk's error
   */
  async replay(
    since: string
  ): Promise<{ sent: number; problems: Map<string, number> }> {
    const problems = new Map<string, number>()
    const names = (await this.#done.names()).filter((name) => name >= since)
    await mapConcurrent(names, SENT_AT_ONCE, async (name) => {
      const reason = await this.#done.read(name).then(
        async (webhook) =>
          webhook
            ? (await this.send(webhook)).problem?.reason
            : "they were removed",
        (error) => `${name}: ${messageOf(error)}`
      )
      if (reason) {
        problems.set(reason, (problems.get(reason) ?? 0) + 1)
      }
    })
    return { sent: names.length, problems }
  }

  #add(name: string): void {
    if (!this.#waiting.has(name)) {
      this.#bytes += bytesOf(name)
      this.#waiting.set(name, { nextAt: 0, delay: 0, problem: null })
    }
  }

  #end(name: string): void {
    if (this.#waiting.delete(name)) {
      this.#bytes -= bytesOf(name)
    }
  }

  #failed(name: string, file: WaitingFile, problem: Problem): void {
    const longest = problem.isAway ? LONGEST_WHILE_AWAY_MS : LONGEST_MS
    const delay = Math.min(file.delay * 2 || FIRST_DELAY_MS, longest)
    // Ever more rarely, and no more once it waits the longest.
    if (!problem.isAway && delay !== file.delay) {
      this.logger.log("warn", `${name} waits: ${problem.reason}.`)
    }
    Object.assign(file, { nextAt: performance.now() + delay, delay, problem })
  }

  #refuseIfFull(bytes: number): void {
    if (this.#bytes + bytes > this.options.maxBytes) {
      throw new Error(
        `The spool is full: ${this.#waiting.size} webhooks wait for the store. Start the store, or raise --spool-mb.`
      )
    }
  }
}

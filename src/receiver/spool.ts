import { join } from "node:path"
import { CachedCall } from "../shared/cached-call"
import { mapConcurrent } from "../shared/map-concurrent"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
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
  attempts: number
  /** When it is sent next, by the process's clock. New ones are due first: 0. */
  nextAt: number
  problem: Problem | null
}

/** Files that `/health` names. */
const MOST_STUCK = 20
/** A little more than the largest webhook takes. */
const LARGEST_BYTES = 100 * 1024
const CHECKED_EVERY_MS = 1_000
/** A disk that does not answer must not take all connections. */
const WRITTEN_WITHIN_MS = 5_000

const SENT_AT_ONCE = 8
/** Few, so that new webhooks soon take their turn. */
const SENT_IN_A_PASS = 32

const UNFINISHED_FOR_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

const FIRST_DELAY_MS = 1_000
/** A buyer waits for the order: the store gets it soon after it is back. */
const LONGEST_WHILE_AWAY_MS = 10_000
const LONGEST_MS = 5 * 60_000

/** The webhooks that the store has accepted, for a replay. */
export function doneIn(folder: string): WebhookFolder {
  return new WebhookFolder(join(folder, "done"), false)
}

/**
 * Webhooks that wait for the store, each in a file of its own, until the store
 * has accepted them. Then they are in the folder `done`. The store knows webhooks
 * that it gets twice: so any number of processes may share the folder.
 */
export class Spool {
  readonly #folder: WebhookFolder
  readonly #done: WebhookFolder
  readonly #waiting = new Map<string, WaitingFile>()
  readonly #checked = new CachedCall<string | null>(CHECKED_EVERY_MS)
  /** Size of the waiting files, and of those that are being written. */
  #bytes = 0

  constructor(
    private readonly options: SpoolOptions,
    private readonly send: Send,
    private readonly logger: Logger
  ) {
    this.#folder = new WebhookFolder(options.folder, true)
    this.#done = doneIn(options.folder)
  }

  /**
   * Keeps a webhook on disk.
   *
   * @throws if it can't be kept
   */
  async keep(webhook: Webhook): Promise<void> {
    const content = toFile(webhook)
    const bytes = content.length
    this.#refuseIfFull(bytes)
    this.#bytes += bytes
    try {
      this.#add(await inTime(this.#folder.add(content)))
    } finally {
      this.#bytes -= bytes
    }
  }

  /** Keeps a webhook in done/ that was forwarded, if the disk takes it. */
  async logForwarded(webhook: Webhook): Promise<void> {
    try {
      await inTime(this.#done.add(toFile(webhook)))
    } catch (error) {
      const reason = messageOf(error)
      this.logger.sometimes("warn", `Nothing is kept for a replay: ${reason}`)
    }
  }

  /** Counts the waiting webhooks. `problem`: why none can be kept at present. */
  async health() {
    // The store answers, and would not store these.
    const stuck = [...this.#waiting].flatMap(([file, { problem, attempts }]) =>
      problem && !problem.isAway
        ? [{ file, reason: problem.reason, attempts }]
        : []
    )
    const count = this.#waiting.size
    return {
      problem: await this.#checked.get(() => this.#problem()),
      waiting: { count, bytes: this.#bytes, stuck: stuck.length },
      stuck: stuck.slice(0, MOST_STUCK),
    }
  }

  async #problem(): Promise<string | null> {
    try {
      this.#refuseIfFull(LARGEST_BYTES)
      await inTime(this.#folder.tryToWrite(LARGEST_BYTES))
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

  #add(name: string): void {
    if (!this.#waiting.has(name)) {
      this.#bytes += bytesOf(name)
      this.#waiting.set(name, { attempts: 0, nextAt: 0, problem: null })
    }
  }

  #end(name: string): void {
    if (this.#waiting.delete(name)) {
      this.#bytes -= bytesOf(name)
    }
  }

  #failed(name: string, file: WaitingFile, problem: Problem): void {
    const longest = problem.isAway ? LONGEST_WHILE_AWAY_MS : LONGEST_MS
    const delay = Math.min(FIRST_DELAY_MS * 2 ** file.attempts, longest)
    file.attempts += 1
    file.nextAt = performance.now() + delay
    file.problem = problem
    // Ever more rarely: after 1, 2, 4, 8 … attempts.
    if (!problem.isAway && Number.isInteger(Math.log2(file.attempts))) {
      this.logger.log(
        "warn",
        `${name} waits: ${problem.reason}. It was tried ${file.attempts} times.`
      )
    }
  }

  #refuseIfFull(bytes: number): void {
    if (this.#bytes + bytes > this.options.maxBytes) {
      throw new Error(
        `The spool is full: ${this.#waiting.size} webhooks wait for the store. Start the store, or raise --spool-mb.`
      )
    }
  }
}

/** @throws the work's error, or that it takes too long */
async function inTime<T>(work: Promise<T>): Promise<T> {
  return await withTimeout(work, WRITTEN_WITHIN_MS, () => {
    throw new Error(
      `The disk did not answer in ${WRITTEN_WITHIN_MS / 1_000} s.`
    )
  })
}

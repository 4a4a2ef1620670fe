import { join } from "node:path"
import { CachedCall } from "../shared/cached-call"
import { mapConcurrent } from "../shared/map-concurrent"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import type { Logger } from "./logger"
import type { StoreClient } from "./store-client"
import { toFile, type Webhook } from "./webhook"
import { WebhookFolder } from "./webhook-folder"

export type SpoolOptions = {
  folder: string
  /** Size of the waiting webhooks from which more are refused. */
  maxBytes: number
  /** Days for which webhooks are kept after the store has accepted them. */
  keepDays: number
}

type Parts = SpoolOptions & {
  client: Pick<StoreClient, "send">
  logger: Logger
}

/** Why a file still waits. `isAway`: not for its own sake, the store is away. */
type Problem = { reason: string; isAway: boolean }

type WaitingFile = {
  bytes: number
  attempts: number
  /** When it is sent next, by the process's clock. New ones are due first: 0. */
  nextAt: number
  problem: Problem | null
}

/** A little more than the largest webhook takes. */
const CHECKED_BYTES = 100 * 1024
const CHECKED_EVERY_MS = 1_000
/** A disk that does not answer must not take all connections. */
const WRITTEN_WITHIN_MS = 5_000

const SENT_AT_ONCE = 8
/** Few, so that new webhooks soon take their turn. */
const SENT_IN_A_PASS = 32

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

  constructor(private readonly parts: Parts) {
    this.#folder = new WebhookFolder(parts.folder, true)
    this.#done = doneIn(parts.folder)
  }

  /** The number of waiting files and their bytes. */
  get waiting(): { count: number; bytes: number } {
    return { count: this.#waiting.size, bytes: this.#bytes }
  }

  /** Files that the store would not store although it answers. */
  get stuck(): { file: string; reason: string; attempts: number }[] {
    return [...this.#waiting].flatMap(([file, { problem, attempts }]) =>
      problem && !problem.isAway
        ? [{ file, reason: problem.reason, attempts }]
        : []
    )
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
      const name = await inTime(this.#folder.add(content))
      this.#add(name, bytes)
    } finally {
      this.#bytes -= bytes
    }
  }

  /** Why no webhook can be kept at present, or null. */
  async problem(): Promise<string | null> {
    return await this.#checked.get(async () => {
      try {
        this.#refuseIfFull(CHECKED_BYTES)
        await inTime(this.#folder.tryToWrite(CHECKED_BYTES))
        return null
      } catch (error) {
        return messageOf(error)
      }
    })
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
    for (const name of names) {
      const bytes = this.#waiting.has(name)
        ? null
        : await this.#folder.sizeOf(name)
      if (bytes !== null) {
        this.#add(name, bytes)
      }
    }
  }

  /** Sends files that are due to the store. @returns how many there were */
  async sendDue(): Promise<number> {
    const now = performance.now()
    const due = [...this.#waiting]
      .filter(([, { nextAt }]) => nextAt <= now)
      .sort(([, a], [, b]) => a.nextAt - b.nextAt)
      .slice(0, SENT_IN_A_PASS)
    await mapConcurrent(due, SENT_AT_ONCE, async ([name]) => {
      const problem = await this.#handOver(name)
      if (problem) {
        this.#failed(name, problem)
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
      if (!webhook) {
        return null
      }
      const sent = await this.parts.client.send(webhook)
      if (sent.is !== "stored") {
        const isAway = sent.is === "failed" && sent.isAway
        return { isAway, reason: sent.reason }
      }
      await this.#folder.move(name, this.#done)
      return null
    } catch (error) {
      return { isAway: false, reason: messageOf(error) }
    }
  }

  /** Keeps a webhook in done/ that was forwarded, if the disk takes it. */
  async logForwarded(webhook: Webhook): Promise<void> {
    try {
      await inTime(this.#done.add(toFile(webhook)))
    } catch (error) {
      this.parts.logger.sometimes(
        "warn",
        `a webhook that the store accepted is not in done/: ${messageOf(error)}`
      )
    }
  }

  /**
   * Removes files that killed processes have left, and those in `done` that are
   * too old, or the oldest of too many bytes.
   *
   * @throws the disk's error
   */
  async purge(): Promise<void> {
    const { keepDays, maxBytes } = this.parts
    await this.#done.limit(new Date(Date.now() - keepDays * DAY_MS), maxBytes)
    await this.#folder.removeUnfinished()
    await this.#done.removeUnfinished()
  }

  #add(name: string, bytes: number): void {
    this.#end(name)
    this.#bytes += bytes
    this.#waiting.set(name, { bytes, attempts: 0, nextAt: 0, problem: null })
  }

  #end(name: string): void {
    this.#bytes -= this.#waiting.get(name)?.bytes ?? 0
    this.#waiting.delete(name)
  }

  #failed(name: string, problem: Problem): void {
    const file = this.#waiting.get(name)
    if (!file) {
      return
    }
    const longest = problem.isAway ? LONGEST_WHILE_AWAY_MS : LONGEST_MS
    const delay = Math.min(FIRST_DELAY_MS * 2 ** file.attempts, longest)
    file.attempts += 1
    file.nextAt = performance.now() + delay
    file.problem = problem
    // Ever more rarely: after 1, 2, 4, 8 … attempts.
    if (!problem.isAway && Number.isInteger(Math.log2(file.attempts))) {
      this.parts.logger.log(
        "warn",
        `${name} waits: ${problem.reason}. It was tried ${file.attempts} times.`
      )
    }
  }

  #refuseIfFull(bytes: number): void {
    if (this.#bytes + bytes > this.parts.maxBytes) {
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

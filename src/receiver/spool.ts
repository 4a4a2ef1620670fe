import { randomUUID } from "node:crypto"
import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { CachedCall } from "../shared/cached-call"
import { mapConcurrent } from "../shared/map-concurrent"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import { HandedOver } from "./handed-over"
import type { Logger } from "./logger"
import {
  prepareFolder,
  UNFINISHED,
  unlessMissing,
  writeDurably,
} from "./spool-folder"
import type { Sent } from "./store-client"
import { type Problem, WaitingFiles } from "./waiting-files"
import {
  fileKind,
  fromLine,
  newFileName,
  toLine,
  type Webhook,
} from "./webhook"

export type SpoolOptions = {
  folder: string
  /** Size of the waiting webhooks from which more are refused. */
  maxBytes: number
  /** Days for which webhooks are kept after the store has accepted them. */
  keepDays: number
}

type Parts = SpoolOptions & {
  send(webhook: Webhook): Promise<Sent>
  logger: Logger
  /** The clock in milliseconds. */
  now?: () => number
  /** A clock in milliseconds that is never set. */
  elapsed?: () => number
}

/** A little more than the largest webhook takes. */
const CHECKED_BYTES = 100 * 1024
const CHECKED_EVERY_MS = 1_000
/** A disk that does not answer must not take all connections. */
const WRITTEN_WITHIN_MS = 5_000

const SENT_AT_ONCE = 8
/** Few, so that new webhooks soon take their turn. */
const SENT_IN_A_PASS = 32

/** Webhooks that a killed process had not finished. */
const UNFINISHED_FOR_MS = 60 * 60_000

/**
 * A folder of webhooks that wait for the store, each in a file of its own. Files
 * are complete before they get their name, and the store knows webhooks that it
 * gets twice: so any number of processes may share the folder.
 */
export class Spool {
  readonly handedOver: HandedOver
  readonly waiting = new WaitingFiles()
  readonly #checked: CachedCall<string | null>
  readonly #now: () => number
  readonly #elapsed: () => number
  /** Size of the files that are being written. */
  #reserved = 0
  /** Waiting webhooks that the store has accepted from this process. */
  handedOverCount = 0

  constructor(private readonly parts: Parts) {
    this.#now = parts.now ?? Date.now
    this.#elapsed = parts.elapsed ?? (() => performance.now())
    this.#checked = new CachedCall(CHECKED_EVERY_MS, this.#elapsed)
    this.handedOver = new HandedOver(parts.folder, parts, this.#now)
  }

  /**
   * Keeps a webhook on disk.
   *
   * @throws if it can't be kept
   */
  async keep(webhook: Webhook): Promise<void> {
    const { folder } = this.parts
    const line = toLine(webhook)
    const bytes = Buffer.byteLength(line)
    this.#refuseIfFull(bytes)
    const since = this.#now()
    const name = newFileName(since)
    const write = async (): Promise<void> => {
      await prepareFolder(folder)
      await writeDurably(folder, name, line)
    }
    this.#reserved += bytes
    try {
      await inTime(write())
    } finally {
      this.#reserved -= bytes
    }
    this.waiting.add(name, { bytes, since, nextAt: this.#elapsed() })
  }

  /** Why no webhook can be kept at present, or null. */
  async problem(): Promise<string | null> {
    return await this.#checked.get(async () => {
      try {
        this.#refuseIfFull(CHECKED_BYTES)
        await inTime(this.#tryToWrite())
        return null
      } catch (error) {
        return messageOf(error)
      }
    })
  }

  async #tryToWrite(): Promise<void> {
    const { folder } = this.parts
    await prepareFolder(folder)
    const name = `${randomUUID()}.check${UNFINISHED}`
    await writeDurably(folder, name, Buffer.alloc(CHECKED_BYTES))
    await rm(join(folder, name))
  }

  /**
   * Finds the files of other processes and of those before this one, and
   * forgets files that others have handed over.
   *
   * @throws the disk's error
   */
  async scan(): Promise<void> {
    const { folder } = this.parts
    // Read first: a webhook that is kept meanwhile may not be listed yet.
    const known = this.waiting.names
    const entries = await readdir(folder, { withFileTypes: true })
    const names = new Set(
      entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    )
    known
      .filter((name) => !names.has(name))
      .forEach((name) => this.waiting.remove(name))
    for (const name of [...names].sort()) {
      await this.#found(name)
    }
  }

  async #found(name: string): Promise<void> {
    const path = join(this.parts.folder, name)
    const isWebhook = fileKind(name)?.kind === "webhook"
    if (!isWebhook && !name.endsWith(UNFINISHED)) {
      return
    }
    const found = this.waiting.has(name)
      ? null
      : await unlessMissing(stat(path))
    if (found && isWebhook) {
      const { size: bytes, mtimeMs: since } = found
      this.waiting.add(name, { bytes, since, nextAt: this.#elapsed() })
    } else if (found && found.mtimeMs < this.#now() - UNFINISHED_FOR_MS) {
      await rm(path, { force: true })
    }
  }

  /** Sends files that are due to the store. @returns how many there were */
  async sendDue(): Promise<number> {
    const due = this.waiting.due(this.#elapsed(), SENT_IN_A_PASS)
    await mapConcurrent(due, SENT_AT_ONCE, async (name) => {
      const problem = await this.#handOver(name)
      if (problem) {
        this.#failed(name, problem)
      } else {
        this.waiting.remove(name)
      }
    })
    return due.length
  }

  /** @returns why the file still waits; null: it is gone */
  async #handOver(name: string): Promise<Problem | null> {
    if (!fileKind(name)?.isReadable) {
      return stuck("it is of another version of the receiver")
    }
    const path = join(this.parts.folder, name)
    try {
      const line = await unlessMissing(readFile(path, "utf8"))
      if (line === null) {
        return null
      }
      const webhook = fromLine(line)
      if (!webhook) {
        return stuck("it is not a webhook")
      }
      const sent = await this.parts.send(webhook)
      if (sent.is !== "stored") {
        const isAway = sent.is === "failed" && sent.isAway
        return { isAway, reason: sent.reason }
      }
      await this.logHandedOver(webhook)
      await rm(path, { force: true })
      this.handedOverCount += 1
      return null
    } catch (error) {
      return stuck(messageOf(error))
    }
  }

  /** Logs a webhook that the store has accepted, if the disk takes it. */
  async logHandedOver(webhook: Webhook): Promise<void> {
    try {
      await inTime(this.handedOver.add(webhook))
    } catch (error) {
      this.parts.logger.sometimes(
        "warn",
        `a webhook that the store accepted is not in done/: ${messageOf(error)}`
      )
    }
  }

  #failed(name: string, problem: Problem): void {
    const attempts = this.waiting.failed(name, problem, this.#elapsed())
    // Ever more rarely: after 1, 2, 4, 8 … attempts.
    if (!problem.isAway && Number.isInteger(Math.log2(attempts))) {
      this.parts.logger.warn(
        `${name} waits: ${problem.reason}. It was tried ${attempts} times.`
      )
    }
  }

  #refuseIfFull(bytes: number): void {
    const { maxBytes } = this.parts
    if (this.waiting.bytes + this.#reserved + bytes > maxBytes) {
      throw new Error(
        `The spool is full: ${this.waiting.count} webhooks wait for the store. Start the store, or raise --spool-mb.`
      )
    }
  }
}

function stuck(reason: string): Problem {
  return { isAway: false, reason }
}

/** @throws the work's error, or that it takes too long */
async function inTime(work: Promise<void>): Promise<void> {
  await withTimeout(work, WRITTEN_WITHIN_MS, () => {
    throw new Error(
      `The disk did not answer in ${WRITTEN_WITHIN_MS / 1_000} s.`
    )
  })
}

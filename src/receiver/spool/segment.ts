import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { Batcher } from "../../shared/batcher"
import { Semaphore } from "../../shared/semaphore"
import { syncFolder } from "./folders"
import { SegmentError } from "./spool-error"

/** Records that share a write and an fsync. */
const WRITTEN_AT_ONCE = 64
/** More are rejected, so that a slow disk can't fill the memory. */
const MOST_QUEUED = 1_000
/** A batch that takes longer shows the batcher only that the disk is slow. */
const SLOW_AFTER_MS = 60_000

/**
 * One file of the spool, which only grows. Every record that was appended is on
 * disk.
 */
export class Segment {
  #bytes = 0
  #webhooks = 0
  #broken: SegmentError | undefined
  /** The batcher starts a second batch next to a slow one. */
  readonly #writing = new Semaphore(1)
  readonly #records = new Batcher<Buffer, void>({
    maxBatchSize: WRITTEN_AT_ONCE,
    maxQueued: MOST_QUEUED,
    timeoutMs: SLOW_AFTER_MS,
    run: (records) => this.#writing.run(() => this.#write(records)),
  })

  private constructor(
    readonly path: string,
    private readonly file: FileHandle
  ) {}

  /** @throws when the file exists */
  static async create(path: string): Promise<Segment> {
    const file = await open(path, "wx", 0o600)
    try {
      await syncFolder(dirname(path))
    } catch (error) {
      await file.close()
      throw error
    }
    return new Segment(path, file)
  }

  /** Bytes of the records that were appended. */
  get bytes(): number {
    return this.#bytes
  }

  get webhooks(): number {
    return this.#webhooks
  }

  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  /** @throws when the record may not be on disk */
  async append(record: Buffer): Promise<void> {
    await this.#records.add(record)
  }

  /** Closes the file. No append is running. */
  async close(): Promise<void> {
    await this.file.close()
  }

  async #write(
    records: readonly Buffer[]
  ): Promise<PromiseSettledResult<void>[]> {
    if (this.#broken) {
      throw this.#broken
    }
    const bytes = Buffer.concat(records)
    try {
      await this.#writeAll(bytes)
    } catch (error) {
      await this.#cutOff(error)
      throw error
    }
    try {
      await this.#sync()
    } catch (error) {
      // A second fsync would succeed although the first one lost the bytes.
      throw this.#break("could not be synced", error)
    }
    this.#bytes += bytes.length
    this.#webhooks += records.length
    return records.map(() => ({ status: "fulfilled", value: undefined }))
  }

  /** A disk that fills up takes a part, and rejects only the next write. */
  async #writeAll(bytes: Buffer): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const rest = bytes.length - from
      const at = this.#bytes + from
      from += (await this.file.write(bytes, from, rest, at)).bytesWritten
    }
  }

  async #sync(): Promise<void> {
    await this.file.datasync()
    if ((await this.file.stat()).nlink === 0) {
      throw new SegmentError("The file was deleted.")
    }
  }

  /**
   * Removes what a failed write left. The next record would overwrite only a
   * part of it, so a file that can't be cut off takes no more.
   */
  async #cutOff(cause: unknown): Promise<void> {
    try {
      await this.file.truncate(this.#bytes)
    } catch {
      this.#break("could not be repaired after a failed write", cause)
    }
  }

  #break(what: string, cause: unknown): SegmentError {
    const message = `The spool's file ${this.path} ${what}.`
    return (this.#broken = new SegmentError(message, { cause }))
  }
}

import { type FileHandle, open, readFile, truncate } from "node:fs/promises"
import { dirname } from "node:path"
import { Batcher } from "../../shared/batcher"
import {
  type DecodedRecords,
  decodeRecords,
  encodeRecord,
  type SpooledWebhook,
} from "./record"

/** Records that share a write and an fsync. */
const WRITTEN_AT_ONCE = 64
/** More are rejected, so that a slow disk can't fill the memory. */
const MOST_QUEUED = 1_000
const STUCK_AFTER_MS = 5_000

/** The file takes no more bytes: the disk is full or was removed. */
export class SegmentError extends Error {
  override readonly name = "SegmentError"
}

/**
 * One file of the spool, which only grows. Every record that was appended is on
 * disk; the end that a dead process left torn is cut off when it is read.
 */
export class Segment {
  #bytes = 0
  #broken: SegmentError | undefined
  readonly #records = new Batcher<Buffer, void>({
    maxBatchSize: WRITTEN_AT_ONCE,
    maxQueued: MOST_QUEUED,
    timeoutMs: STUCK_AFTER_MS,
    run: async (records) => await this.#write(records),
  })

  private constructor(
    readonly path: string,
    private readonly file: FileHandle
  ) {}

  /** @throws when the file exists */
  static async create(path: string): Promise<Segment> {
    const file = await open(path, "wx", 0o600)
    await syncFolder(dirname(path))
    return new Segment(path, file)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @throws when the record is not on disk */
  async append(webhook: SpooledWebhook): Promise<void> {
    await this.#records.add(encodeRecord(webhook))
  }

  async close(): Promise<void> {
    await this.#records.idle()
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
      await this.file.write(bytes, 0, bytes.length, this.#bytes)
      await this.file.datasync()
      this.#bytes += bytes.length
    } catch (error) {
      await this.#cutOff(error)
      throw error
    }
    return records.map(() => ({ status: "fulfilled", value: undefined }))
  }

  /**
   * Removes what a failed write left. Records after a torn one could not be
   * read, so a file that can't be cut off takes no more.
   */
  async #cutOff(cause: unknown): Promise<void> {
    try {
      await this.file.truncate(this.#bytes)
    } catch {
      this.#broken = new SegmentError(
        `The spool's file ${this.path} could not be repaired after a failed write.`,
        { cause }
      )
    }
  }
}

/** Makes the names of a folder's files durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Reads a segment's webhooks, oldest first, and cuts off a torn end. */
export async function readSegment(
  path: string
): Promise<Pick<DecodedRecords, "webhooks" | "damaged">> {
  const file = await readFile(path)
  const { webhooks, end, damaged } = decodeRecords(file)
  if (end < file.length) {
    await truncate(path, end)
  }
  return { webhooks, damaged }
}

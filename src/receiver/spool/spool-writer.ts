import { Semaphore } from "../../shared/semaphore"
import { checkDisk } from "./check-disk"
import { OpenSegment } from "./open-segment"
import { Segment } from "./segment"
import { SpoolError, unlessMissing } from "./spool-error"
import { SpoolFolder } from "./spool-folder"
import type { WaitingFiles } from "./waiting-files"

/** A file of this size is followed by the next, since a drain reads it whole. */
const SEGMENT_BYTES = 8 * 1024 * 1024
/** More are rejected, so that a disk that stops can't fill the memory. */
const MOST_CLOSING = 8

/** Writes the segments of a process, one after the other, into its folder. */
export class SpoolWriter {
  #current: OpenSegment | undefined
  /** Segments whose last appends are still running. */
  readonly #closing = new Map<OpenSegment, Promise<void>>()
  readonly #claiming = new Semaphore(1)

  constructor(
    private readonly root: string,
    private folder: SpoolFolder,
    private readonly waiting: WaitingFiles
  ) {}

  /** Bytes that were appended, or are being appended. */
  get bytes(): number {
    return this.#open.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Number of webhooks that were appended. */
  get webhooks(): number {
    return this.#open.reduce((sum, { webhooks }) => sum + webhooks, 0)
  }

  /** Mostly one. */
  get #open(): OpenSegment[] {
    const closing = [...this.#closing.keys()]
    return this.#current ? [...closing, this.#current] : closing
  }

  /** @throws when the record may not be on disk */
  async append(record: Buffer): Promise<void> {
    if (!this.#current && this.#closing.size >= MOST_CLOSING) {
      throw new SpoolError(`The disk of ${this.root} is too slow.`)
    }
    const segment = (this.#current ??= new OpenSegment(
      async () => await this.#createSegment()
    ))
    const append = segment.append(record)
    if (segment.bytes >= SEGMENT_BYTES) {
      this.#retire(segment)
    }
    try {
      await append
    } catch (error) {
      // The next record tries a new file.
      if (segment.isBroken) {
        this.#retire(segment)
      }
      throw error
    }
  }

  /** Moves all that was appended so far to the files that wait. */
  async rotate(): Promise<void> {
    if (this.#current) {
      this.#retire(this.#current)
    }
    await Promise.all(this.#closing.values())
  }

  /** @throws the error of a disk that would not take a webhook */
  async checkDisk(): Promise<void> {
    await checkDisk((await this.usableFolder()).newSegmentPath())
  }

  /** Closes the folder. Nothing is appended any more. */
  async close(): Promise<void> {
    await this.rotate()
    await this.folder.release()
  }

  /** Claims a new folder if the current one was deleted. */
  async usableFolder(): Promise<SpoolFolder> {
    return await this.#claiming.run(async () => {
      if (await this.folder.isDeleted()) {
        const claimed = await SpoolFolder.claim(this.root)
        await this.folder.release()
        this.folder = claimed
      }
      return this.folder
    })
  }

  async #createSegment(): Promise<Segment> {
    const path = this.folder.newSegmentPath()
    return (
      (await unlessMissing(Segment.create(path))) ??
      (await Segment.create((await this.usableFolder()).newSegmentPath()))
    )
  }

  #retire(segment: OpenSegment): void {
    if (this.#current === segment) {
      this.#current = undefined
      const closing = segment.close().then((file) => {
        this.#closing.delete(segment)
        if (file) {
          this.waiting.add(file)
        }
      })
      this.#closing.set(segment, closing)
    }
  }
}

import { resolve } from "node:path"
import { BatcherFullError } from "../../shared/batcher"
import { Semaphore } from "../../shared/semaphore"
import { type Drained, NOTHING_DRAINED, type StoreWebhooks } from "./drain-file"
import { FileDrain } from "./file-drain"
import { makeFolder } from "./folders"
import { encodeRecord, type SpooledWebhook } from "./record"
import { notWritable, SpoolFolder } from "./spool-folder"
import { SpoolError, SpoolFullError } from "./spool-error"
import { SpoolWriter } from "./spool-writer"
import { adoptedFileAt, countWebhooks, WaitingFiles } from "./waiting-files"

export type SpoolOptions = {
  /** On a disk of this machine. Other processes may use it too. */
  folder: string
  /** Size of this process's part, with what it adopted. */
  maxBytes: number
}

export type SpoolStatus = {
  /** Number of webhooks that wait for the database, of the counted files. */
  webhooks: number
  bytes: number
  /**
   * Whether webhooks are refused until some were drained, or until the disk
   * takes them.
   */
  isFull: boolean
}

/**
 * Keeps webhooks on disk while the database is away. Only whole files are
 * removed, and only after the database has all of their webhooks: a webhook
 * that is stored twice is one webhook there.
 */
export class Spool {
  readonly #waiting = new WaitingFiles()
  readonly #writer: SpoolWriter
  readonly #draining = new Semaphore(1)
  readonly #adopting = new Semaphore(1)
  #isClosed = false
  /** Whether the disk did not take a webhook, and none since. */
  #isRefused = false
  #checkingDisk: Promise<void> | undefined

  private constructor(
    private readonly options: SpoolOptions,
    folder: SpoolFolder
  ) {
    this.#writer = new SpoolWriter(options.folder, folder, this.#waiting)
  }

  /**
   * Opens the folder, with what dead processes left in it. Their files are
   * measured, and counted later, so that a start does not wait for reading them.
   *
   * @throws SpoolError when the folder can't be used
   */
  static async open(options: SpoolOptions): Promise<Spool> {
    const root = resolve(options.folder)
    try {
      await makeFolder(root)
    } catch (error) {
      throw notWritable(root, error)
    }
    const claimed = await SpoolFolder.claim(root)
    const spool = new Spool({ ...options, folder: root }, claimed)
    try {
      await spool.adopt()
    } catch (error) {
      await spool.close()
      throw notWritable(root, error)
    }
    return spool
  }

  /** Whether nothing waits for the database. */
  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  get status(): SpoolStatus {
    return {
      webhooks: this.#waiting.webhooks + this.#writer.webhooks,
      bytes: this.#bytes,
      isFull: this.#isFull || this.#isRefused,
    }
  }

  get #bytes(): number {
    return this.#waiting.bytes + this.#writer.bytes
  }

  get #isFull(): boolean {
    return this.#bytes >= this.options.maxBytes
  }

  /**
   * Keeps a webhook. It is on disk when this returns. After an error it may be.
   *
   * @throws SpoolError, BatcherFullError, or the disk's error
   */
  async append(webhook: SpooledWebhook): Promise<void> {
    if (this.#isClosed) {
      throw new SpoolError("The spool was closed.")
    }
    if (this.#isFull) {
      throw new SpoolFullError(
        `The spool has ${this.#bytes} bytes, of at most ${this.options.maxBytes}.`
      )
    }
    const record = encodeRecord(webhook)
    try {
      await this.#writer.append(record)
      this.#isRefused = false
    } catch (error) {
      this.#isRefused ||= !(error instanceof BatcherFullError)
      throw error
    }
  }

  /**
   * Checks whether a disk that did not take a webhook would take one now. A
   * proxy may send none while the receiver reports that it is full.
   */
  async checkDisk(): Promise<void> {
    if (this.#isRefused && !this.#isClosed) {
      // One at a time: a disk that has stopped may never answer.
      await (this.#checkingDisk ??= this.#tryDisk())
    }
  }

  async #tryDisk(): Promise<void> {
    try {
      await this.#writer.checkDisk()
      this.#isRefused = false
    } catch {
      // It takes no webhook yet.
    } finally {
      this.#checkingDisk = undefined
    }
  }

  /**
   * Moves all webhooks to the database, the oldest file first. A file that the
   * database refuses stays, and does not delay the next ones.
   *
   * @param total counts what was moved, also before an error
   * @throws the error of `store`, or the disk's: what was not stored stays
   */
  async drain(
    store: StoreWebhooks,
    total: Drained = { ...NOTHING_DRAINED }
  ): Promise<Drained> {
    return await this.#draining.run(async () => {
      const files = new FileDrain(this.options.folder, this.#waiting, store)
      await files.drain(total)
      // Only after them: while the database takes nothing, each try would leave
      // a file of a few webhooks.
      if (files.areTaken) {
        await this.#writer.rotate()
        await files.drain(total)
      }
      files.throwRefused()
      return total
    })
  }

  /**
   * Takes over what processes have left that died meanwhile.
   *
   * @throws SpoolError when the folder of another process can't be read
   */
  async adopt(): Promise<void> {
    await this.#adopting.run(async () => {
      if (this.#isClosed) {
        return
      }
      const paths: string[] = []
      try {
        const folder = await this.#writer.usableFolder()
        await folder.adopt((path) => paths.push(path))
      } finally {
        for (const path of paths) {
          const file = await adoptedFileAt(path)
          if (file) {
            this.#waiting.add(file)
          }
        }
      }
    })
  }

  /** Counts the webhooks of adopted files, until it is ended. */
  async count(ended?: AbortSignal): Promise<void> {
    for (const file of this.#waiting.uncounted) {
      if (ended?.aborted) {
        return
      }
      this.#waiting.count(file, await countWebhooks(file.path))
    }
  }

  /** Leaves webhooks that wait to the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#draining.run(() => this.#writer.rotate())
    await this.#adopting.run(() => this.#writer.close())
  }
}

import { mkdir, readdir, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { Semaphore } from "../../shared/semaphore"
import type { SpooledWebhook } from "./record"
import { readSegment, Segment } from "./segment"

const EXTENSION = ".spool"
const STORED_AT_ONCE = 64

/** The spool has reached its size: the webhook was not kept. */
export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError"
}

export type SpoolOptions = {
  /** A folder that no other process uses. */
  folder: string
  maxBytes: number
}

/** Webhooks that were moved to the database, and damaged bytes. */
export type Drained = { webhooks: number; damaged: number }

/**
 * Keeps webhooks on disk while the database is away. Only whole files are
 * removed, and only after the database has all of their webhooks: what is
 * stored twice is one webhook there.
 */
export class Spool {
  #current: OpenSegment | undefined
  #count = 0
  readonly #draining = new Semaphore(1)

  private constructor(
    private readonly options: SpoolOptions,
    /** Files that are not written any more, oldest first, with their sizes. */
    private readonly closed: Map<string, number>
  ) {}

  /** Opens the folder, with what earlier processes left in it. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const { folder } = options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(folder)).filter((name) =>
      name.endsWith(EXTENSION)
    )
    const closed = new Map<string, number>()
    for (const name of names.sort()) {
      const path = join(folder, name)
      closed.set(path, (await stat(path)).size)
    }
    return new Spool(options, closed)
  }

  /** Whether nothing waits for the database. */
  get isEmpty(): boolean {
    return this.closed.size === 0 && !this.#current
  }

  get bytes(): number {
    const closed = [...this.closed.values()].reduce(
      (sum, size) => sum + size,
      0
    )
    return closed + (this.#current?.bytes() ?? 0)
  }

  /**
   * Keeps a webhook. It is on disk when this returns.
   *
   * @throws SpoolFullError, or the disk's error
   */
  async append(webhook: SpooledWebhook): Promise<void> {
    if (this.bytes >= this.options.maxBytes) {
      throw new SpoolFullError(
        `The spool has ${this.bytes} bytes, of at most ${this.options.maxBytes}.`
      )
    }
    const current = (this.#current ??= new OpenSegment(this.#nextPath()))
    try {
      await current.append(webhook)
    } catch (error) {
      // The next webhook tries a new file.
      if (!current.isOpen && this.#current === current) {
        this.#current = undefined
      }
      throw error
    }
  }

  /**
   * Moves all webhooks to the database, in order.
   *
   * @param store stores webhooks, each once however often it is given
   * @throws the error of `store`: what was not stored stays
   */
  async drain(
    store: (webhooks: readonly SpooledWebhook[]) => Promise<void>
  ): Promise<Drained> {
    return await this.#draining.run(async () => {
      await this.#rotate()
      const drained: Drained = { webhooks: 0, damaged: 0 }
      for (const path of this.closed.keys()) {
        const { webhooks, damaged } = await readSegment(path)
        for (let from = 0; from < webhooks.length; from += STORED_AT_ONCE) {
          await store(webhooks.slice(from, from + STORED_AT_ONCE))
        }
        await unlink(path)
        this.closed.delete(path)
        drained.webhooks += webhooks.length
        drained.damaged += damaged
      }
      return drained
    })
  }

  async close(): Promise<void> {
    await this.#rotate()
  }

  async #rotate(): Promise<void> {
    const current = this.#current
    this.#current = undefined
    await current?.close()
    if (current?.bytes()) {
      this.closed.set(current.path, current.bytes())
    }
  }

  #nextPath(): string {
    const time = String(Date.now()).padStart(15, "0")
    const count = String((this.#count += 1)).padStart(6, "0")
    return join(
      this.options.folder,
      `${time}-${count}-${process.pid}${EXTENSION}`
    )
  }
}

/** The segment that is written now. */
class OpenSegment {
  readonly #opening: Promise<Segment>
  readonly #appends = new Set<Promise<void>>()
  #segment: Segment | undefined

  constructor(readonly path: string) {
    this.#opening = Segment.create(path).then(
      (segment) => (this.#segment = segment)
    )
  }

  get isOpen(): boolean {
    return this.#segment !== undefined
  }

  bytes(): number {
    return this.#segment?.bytes ?? 0
  }

  async append(webhook: SpooledWebhook): Promise<void> {
    const append = this.#opening.then((segment) => segment.append(webhook))
    this.#appends.add(append)
    try {
      await append
    } finally {
      this.#appends.delete(append)
    }
  }

  /** Closes it after the appends that have begun. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#appends])
    await this.#segment?.close()
  }
}

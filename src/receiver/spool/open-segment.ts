import { unlink } from "node:fs/promises"
import { Segment } from "./segment"
import { unlessMissing } from "./spool-error"
import type { WaitingFile } from "./waiting-files"

/** The segment that is written now. */
export class OpenSegment {
  readonly #creating: Promise<Segment>
  readonly #appends = new Set<Promise<void>>()
  #segment: Segment | undefined
  #hasFailed = false
  #bytes = 0
  #webhooks = 0

  constructor(create: () => Promise<Segment>) {
    this.#creating = create()
    this.#creating.then(
      (segment) => (this.#segment = segment),
      () => (this.#hasFailed = true)
    )
  }

  /** Whether it will take no record: its file could not be created, or broke. */
  get isBroken(): boolean {
    return this.#hasFailed || this.#segment?.isBroken === true
  }

  /** Bytes that were appended, or are being appended. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of webhooks that were appended. */
  get webhooks(): number {
    return this.#webhooks
  }

  /** @throws when the record may not be on disk */
  async append(record: Buffer): Promise<void> {
    this.#bytes += record.length
    const append = this.#creating.then((segment) => segment.append(record))
    this.#appends.add(append)
    try {
      await append
      this.#webhooks += 1
    } catch (error) {
      this.#bytes -= record.length
      throw error
    } finally {
      this.#appends.delete(append)
    }
  }

  /**
   * Closes it after the appends that have begun, and returns its file, unless
   * nothing is in it. Never throws: every record was synced when it was
   * appended.
   */
  async close(): Promise<WaitingFile | undefined> {
    await Promise.allSettled([this.#creating, ...this.#appends])
    const segment = this.#segment
    if (!segment) {
      return undefined
    }
    const { path, bytes, webhooks } = segment
    await segment.close().catch(() => undefined)
    if (bytes > 0) {
      return { path, bytes, webhooks }
    }
    await unlessMissing(unlink(path)).catch(() => undefined)
    return undefined
  }
}

import { type Drained, drainFile, type StoreWebhooks } from "./drain-file"
import { BatchRefusedError } from "./spool-error"
import type { WaitingFile, WaitingFiles } from "./waiting-files"

/** A refused batch costs a statement for each of its webhooks. */
const MOST_REFUSED = 4

/**
 * Moves files to the database, the oldest first. A file with a refused batch
 * stays, and does not delay the next one: the reason may be its webhooks.
 */
export class FileDrain {
  readonly #refused = new Map<WaitingFile, BatchRefusedError>()

  constructor(
    private readonly root: string,
    private readonly waiting: WaitingFiles,
    private readonly store: StoreWebhooks
  ) {}

  /** Whether more files may be tried. */
  get areTaken(): boolean {
    return this.#refused.size < MOST_REFUSED
  }

  /**
   * Moves all files that wait.
   *
   * @param total counts what was moved, also before an error
   * @throws the error of `store`, or the disk's
   */
  async drain(total: Drained): Promise<void> {
    for (;;) {
      const file = this.areTaken && this.waiting.oldestBut(this.#refused)
      if (!file) {
        return
      }
      try {
        const drained = await drainFile(this.root, file, this.store)
        this.waiting.remove(file)
        total.webhooks += drained.webhooks
        total.rejected += drained.rejected
        total.damaged += drained.damaged
        total.deleted += drained.deleted
      } catch (error) {
        if (!(error instanceof BatchRefusedError)) {
          throw error
        }
        this.#refused.set(file, error)
      }
    }
  }

  /** @throws the reason why files stay */
  throwRefused(): void {
    for (const error of this.#refused.values()) {
      throw error
    }
  }
}

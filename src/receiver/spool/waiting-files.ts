import { readFile, stat, unlink } from "node:fs/promises"
import { basename } from "node:path"
import { countRecords } from "./record"
import { unlessMissing } from "./spool-error"

/** A file that is not written any more, and waits for the database. */
export type WaitingFile = {
  path: string
  bytes: number
  /** Null: not counted yet. */
  webhooks: number | null
}

/** The files that wait for the database, with their running totals. */
export class WaitingFiles {
  readonly #files = new Map<string, WaitingFile>()
  #bytes = 0
  #webhooks = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Number of webhooks in the files that were counted. */
  get webhooks(): number {
    return this.#webhooks
  }

  /** Files whose webhooks were not counted yet. */
  get uncounted(): WaitingFile[] {
    return [...this.#files.values()].filter(({ webhooks }) => webhooks === null)
  }

  /** The file that was begun first by any process, without some of them. */
  oldestBut(
    skipped: ReadonlyMap<WaitingFile, unknown>
  ): WaitingFile | undefined {
    return [...this.#files.entries()]
      .filter(([, file]) => !skipped.has(file))
      .sort(([one], [other]) => (one < other ? -1 : 1))[0]?.[1]
  }

  add(file: WaitingFile): void {
    this.#files.set(basename(file.path), file)
    this.#bytes += file.bytes
    this.#webhooks += file.webhooks ?? 0
  }

  /** Sets the number of webhooks of a file, if it still waits. */
  count(file: WaitingFile, webhooks: number): void {
    if (this.#files.has(basename(file.path)) && file.webhooks === null) {
      file.webhooks = webhooks
      this.#webhooks += webhooks
    }
  }

  remove(file: WaitingFile): void {
    if (this.#files.delete(basename(file.path))) {
      this.#bytes -= file.bytes
      this.#webhooks -= file.webhooks ?? 0
    }
  }
}

/**
 * Measures a file of a dead process without reading it. One that has no bytes
 * is removed: its process died before its first webhook was written.
 */
export async function adoptedFileAt(
  path: string
): Promise<WaitingFile | undefined> {
  const found = await unlessMissing(stat(path))
  if (found?.size === 0) {
    await unlessMissing(unlink(path))
  }
  return found?.size ? { path, bytes: found.size, webhooks: null } : undefined
}

/** Counts a file's webhooks by reading it. */
export async function countWebhooks(path: string): Promise<number> {
  try {
    return countRecords(await readFile(path))
  } catch {
    // A drain reads it again, and reports the error.
    return 0
  }
}

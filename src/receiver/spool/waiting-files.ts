import { readFile, stat } from "node:fs/promises"
import { basename } from "node:path"
import { countRecords } from "./record"
import { unlessMissing } from "./spool-error"

/** A file that is not written any more, and waits for the database. */
export type WaitingFile = { path: string; bytes: number; webhooks: number }

/** The files that wait for the database, with their running totals. */
export class WaitingFiles {
  readonly #files = new Map<string, WaitingFile>()
  #bytes = 0
  #webhooks = 0

  get bytes(): number {
    return this.#bytes
  }

  get webhooks(): number {
    return this.#webhooks
  }

  /** The file that was begun first, by whichever process. */
  get oldest(): WaitingFile | undefined {
    const [first] = [...this.#files.keys()].sort()
    return first === undefined ? undefined : this.#files.get(first)
  }

  add(file: WaitingFile): void {
    this.#files.set(basename(file.path), file)
    this.#bytes += file.bytes
    this.#webhooks += file.webhooks
  }

  remove(file: WaitingFile): void {
    if (this.#files.delete(basename(file.path))) {
      this.#bytes -= file.bytes
      this.#webhooks -= file.webhooks
    }
  }
}

/** Measures a file that another process has written. */
export async function waitingFileAt(path: string): Promise<WaitingFile> {
  const bytes = (await unlessMissing(stat(path)))?.size ?? 0
  try {
    return { path, bytes, webhooks: countRecords(await readFile(path)) }
  } catch {
    // A drain reads it again, and reports the error.
    return { path, bytes, webhooks: 0 }
  }
}

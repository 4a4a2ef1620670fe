import { randomUUID } from "node:crypto"
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from "node:fs/promises"
import { dirname, join } from "node:path"
import { fromFile, type Webhook } from "./webhook"

/** Ends the name of a webhook's file. */
const WEBHOOK = ".webhook"
/** Ends the name of a file that is not a webhook yet, or never. */
const UNFINISHED = ".unfinished"
const UNFINISHED_FOR_MS = 60 * 60_000
/** A small file takes a whole block of the disk. */
const BLOCK_BYTES = 4_096

/**
 * A folder with a file for each webhook, named by the time when it came here.
 * Files are complete before they get their names, so any number of processes may
 * share it. All methods throw the disk's errors.
 */
export class WebhookFolder {
  /** @param isDurable whether a new file is on the disk once it is added */
  constructor(
    readonly path: string,
    private readonly isDurable: boolean
  ) {}

  /** The names of its webhooks, the oldest first. */
  async names(): Promise<string[]> {
    return (await this.#endingWith(WEBHOOK)).sort()
  }

  /** Bytes of a file. Null: it is gone. */
  async sizeOf(name: string): Promise<number | null> {
    const found = await unlessMissing(stat(join(this.path, name)))
    return found && found.size
  }

  /**
   * @returns null for a file that is gone
   * @throws also if it is not a webhook
   */
  async read(name: string): Promise<Webhook | null> {
    const text = await unlessMissing(readFile(join(this.path, name), "utf8"))
    return text === null ? null : fromFile(text)
  }

  /** @returns the name of the new file */
  async add(content: Buffer): Promise<string> {
    const name = newName()
    await this.#write(name, content)
    return name
  }

  /** Moves a file to another folder, unless it is gone. */
  async move(name: string, to: WebhookFolder): Promise<void> {
    await prepareFolder(to.path)
    await unlessMissing(rename(join(this.path, name), join(to.path, newName())))
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { force: true })
  }

  /** Removes files from before a time, and the oldest ones of too many bytes. */
  async limit(before: Date, maxBytes: number): Promise<void> {
    const oldest = timestampOf(before)
    let bytes = 0
    for (const name of (await this.names()).reverse()) {
      bytes += Math.max((await this.sizeOf(name)) ?? 0, BLOCK_BYTES)
      if (name < oldest || bytes > maxBytes) {
        await this.remove(name)
      }
    }
  }

  /** Writes a file of some bytes, and removes it. */
  async tryToWrite(bytes: number): Promise<void> {
    const name = `${randomUUID()}.check${UNFINISHED}`
    await this.#write(name, Buffer.alloc(bytes))
    await this.remove(name)
  }

  /** Removes the files that killed processes had not finished. */
  async removeUnfinished(): Promise<void> {
    const before = Date.now() - UNFINISHED_FOR_MS
    for (const name of await this.#endingWith(UNFINISHED)) {
      const found = await unlessMissing(stat(join(this.path, name)))
      if (found && found.mtimeMs < before) {
        await this.remove(name)
      }
    }
  }

  async #endingWith(ending: string): Promise<string[]> {
    const names = (await unlessMissing(readdir(this.path))) ?? []
    return names.filter((name) => name.endsWith(ending))
  }

  async #write(name: string, content: Buffer): Promise<void> {
    await prepareFolder(this.path)
    const unfinished = join(this.path, `${randomUUID()}${UNFINISHED}`)
    try {
      const file = await open(unfinished, "wx", 0o600)
      try {
        await file.writeFile(content)
        if (this.isDurable) {
          await file.sync()
        }
      } finally {
        await file.close()
      }
      await rename(unfinished, join(this.path, name))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
    if (this.isDurable) {
      await syncFolder(this.path)
    }
  }
}

/** `2026-11-25T130405.123Z`: sorts by time, and no file system rejects it. */
function timestampOf(time: Date): string {
  return time.toISOString().replaceAll(":", "")
}

function newName(): string {
  return `${timestampOf(new Date())}-${randomUUID()}${WEBHOOK}`
}

/** Creates a folder, where missing, for this user alone. */
async function prepareFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first !== undefined) {
    for (let made = path; made.length >= first.length; made = dirname(made)) {
      await syncFolder(dirname(made))
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

/** Resolves to null where a file doesn't exist. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  return await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return null
    }
    throw error
  })
}

import { randomUUID } from "node:crypto"
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises"
import { dirname, join } from "node:path"
import { fromFile, type Webhook } from "./webhook"

/** Ends the name of a webhook's file. */
const WEBHOOK = ".webhook"
/** Ends the name of a file that is not a webhook yet, or never. */
export const UNFINISHED = ".unfinished"
/** A small file takes a whole block of the disk. */
const BLOCK_BYTES = 4_096

/**
 * A folder with a file for each webhook. Its name begins with the time when it
 * came here, and its size. Files are complete before they get their names, so
 * any number of processes may share it. All methods throw the disk's errors.
 */
export class WebhookFolder {
  /** @param isDurable whether a new file is on the disk once it is added */
  constructor(
    readonly path: string,
    private readonly isDurable: boolean
  ) {}

  /** The names of its webhooks, the oldest first. */
  async names(ending = WEBHOOK): Promise<string[]> {
    const names = (await unlessMissing(readdir(this.path))) ?? []
    return names.filter((name) => name.endsWith(ending)).sort()
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
  async add(content: Buffer, name = newName(content.length)): Promise<string> {
    await prepareFolder(this.path)
    const path = join(this.path, name)
    const unfinished = path + UNFINISHED
    try {
      const options = { flag: "wx", mode: 0o600, flush: this.isDurable }
      await writeFile(unfinished, content, options)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
    if (this.isDurable) {
      await syncFolder(this.path)
    }
    return name
  }

  /** Moves a file to another folder, unless it is gone. */
  async move(name: string, to: WebhookFolder): Promise<void> {
    await prepareFolder(to.path)
    const moved = join(to.path, newName(bytesOf(name)))
    await unlessMissing(rename(join(this.path, name), moved))
  }

  /** Writes a file of some bytes as a webhook is written, and removes it. */
  async tryToWrite(bytes: number): Promise<void> {
    const name = newName(bytes) + UNFINISHED
    await rm(join(this.path, await this.add(Buffer.alloc(bytes), name)))
  }

  /**
   * Removes files from before a time, and the oldest ones of too many bytes.
   *
   * @param ending of their names
   */
  async limit(
    before: number,
    maxBytes = Infinity,
    ending = WEBHOOK
  ): Promise<void> {
    let bytes = 0
    for (const name of (await this.names(ending)).reverse()) {
      bytes += Math.max(bytesOf(name), BLOCK_BYTES)
      if (name < timestampOf(before) || bytes > maxBytes) {
        await rm(join(this.path, name), { force: true })
      }
    }
  }
}

/** The size of a file, by its name. */
export function bytesOf(name: string): number {
  return Number(/Z-(\d+)-[0-9a-f]{8}-/.exec(name)?.[1] ?? 0)
}

function newName(bytes: number): string {
  return `${timestampOf(Date.now())}-${bytes}-${randomUUID()}${WEBHOOK}`
}

/** `2026-11-25T130405.123Z`: sorts by time, and no file system rejects it. */
function timestampOf(time: number): string {
  return new Date(time).toISOString().replaceAll(":", "")
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

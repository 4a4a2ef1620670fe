import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Ends the name of a webhook's file. */
const WEBHOOK = ".webhook"
/** Ends the name of a file that is not a webhook yet, or never. */
export const UNFINISHED = ".unfinished"
const UNFINISHED_FOR_MS = 60 * 60_000

/** `2026-11-25T130405.123Z`: sorts by time, and no file system rejects it. */
export function timestampOf(time: number): string {
  return new Date(time).toISOString().replaceAll(":", "")
}

/** A unique name of a file for one webhook. Names sort by time. */
export function newFileName(): string {
  return `${timestampOf(Date.now())}-${randomUUID()}${WEBHOOK}`
}

/** The names of a folder's webhooks, the oldest first. */
export async function webhookFilesIn(folder: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(folder))) ?? []
  return names.filter((name) => name.endsWith(WEBHOOK)).sort()
}

/** Removes the files that killed processes had not finished. */
export async function removeUnfinished(folder: string): Promise<void> {
  const before = Date.now() - UNFINISHED_FOR_MS
  const names = (await unlessMissing(readdir(folder))) ?? []
  for (const name of names.filter((each) => each.endsWith(UNFINISHED))) {
    const found = await unlessMissing(stat(join(folder, name)))
    if (found && found.mtimeMs < before) {
      await rm(join(folder, name), { force: true })
    }
  }
}

/** Creates a folder, where missing, for this user alone. */
export async function prepareFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first !== undefined) {
    for (let made = path; made.length >= first.length; made = dirname(made)) {
      await syncFolder(dirname(made))
    }
  }
}

/**
 * Writes a file that is complete and on the disk when it gets its name.
 *
 * @throws the disk's error
 */
export async function writeDurably(
  folder: string,
  name: string,
  content: string | Buffer
): Promise<void> {
  const unfinished = join(folder, `${randomUUID()}${UNFINISHED}`)
  try {
    const file = await open(unfinished, "wx", 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}

/** Resolves to null where a file doesn't exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  return await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return null
    }
    throw error
  })
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

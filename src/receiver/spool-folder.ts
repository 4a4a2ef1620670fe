import { randomUUID } from "node:crypto"
import { mkdir, open, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Permissions of group and others to write. */
const WRITABLE_BY_OTHERS = 0o022

/** Ends the name of a file that is not a webhook yet, or never. */
export const UNFINISHED = ".unfinished"

/**
 * Creates a folder, where missing, for this user alone.
 *
 * @throws if other users may write it, or the disk's error
 */
export async function prepareFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first !== undefined) {
    for (let made = path; made.length >= first.length; made = dirname(made)) {
      await syncFolder(dirname(made))
    }
  }
  const { mode } = await stat(path)
  if (mode & WRITABLE_BY_OTHERS) {
    throw new Error(
      `Other users may write ${path}. Run chmod go-w ${path}, or choose another --spool.`
    )
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

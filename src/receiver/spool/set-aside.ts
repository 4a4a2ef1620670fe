import { rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { makeFolder, syncFolder } from "./folders"
import { encodeRecord, type SpooledWebhook } from "./record"
import { DAMAGED, REJECTED } from "./spool-names"

/** Moves a file to the damaged ones. */
export async function keepDamaged(root: string, path: string): Promise<void> {
  await moveInto(join(root, DAMAGED), path)
}

/**
 * Writes webhooks into a file of the rejected ones. It has the name of theirs,
 * so that it is written once, however often that file is drained.
 */
export async function keepRejected(
  root: string,
  path: string,
  webhooks: readonly SpooledWebhook[]
): Promise<void> {
  if (webhooks.length === 0) {
    return
  }
  const folder = join(root, REJECTED)
  const records = Buffer.concat(webhooks.map(encodeRecord))
  await makeFolder(folder)
  try {
    await writeDurably(join(folder, basename(path)), records)
  } catch {
    // The disk is full, and a file can be moved without more space.
    await moveInto(folder, path)
  }
}

async function moveInto(folder: string, path: string): Promise<void> {
  await makeFolder(folder)
  await rename(path, join(folder, basename(path)))
  await syncFolder(folder)
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.new`
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

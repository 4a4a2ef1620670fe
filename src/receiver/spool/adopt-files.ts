import { readdir, rename, rmdir, unlink } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder } from "./folders"
import { hasLivingOwner, OWNER_SOCKET } from "./owner-socket"
import { codeOf, unlessMissing } from "./spool-error"
import {
  DAMAGED,
  isFolderName,
  isSegmentName,
  newSegmentName,
} from "./spool-names"

/**
 * Moves the files of dead processes into a folder of this one. A dead process's
 * folder is taken whole, by one rename that only one process can win. Its files
 * are moved up afterwards. A process that dies in between leaves them inside
 * its own folder, which the next one takes.
 *
 * @param found is called with the new path of each file
 */
export async function adoptFiles(
  root: string,
  own: string,
  found: (path: string) => void
): Promise<void> {
  const failures: unknown[] = []
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const from = join(root, entry.name)
    try {
      if (entry.isDirectory() && entry.name !== own) {
        await takeFolder(from, entry.name, join(root, own))
      } else if (entry.isFile() && isSegmentName(entry.name)) {
        // The operator put it back, perhaps next to a file of its name.
        await moveFile(from, join(root, own, newSegmentName()), found)
      }
    } catch (error) {
      failures.push(error)
    }
  }
  await flatten(root, own, found)
  if (failures.length > 0) {
    throw failures[0]
  }
}

async function takeFolder(
  from: string,
  name: string,
  own: string
): Promise<void> {
  if (isFolderName(name) && !(await hasLivingOwner(from))) {
    await unlessMissing(rename(from, join(own, name)))
  }
}

/** Moves the files of the folders that were taken up into the process's own. */
async function flatten(
  root: string,
  own: string,
  found: (path: string) => void
): Promise<void> {
  const folder = join(root, own)
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.filter((each) => each.isDirectory())) {
    await emptyInto(
      folder,
      join(folder, entry.name),
      join(root, DAMAGED),
      found
    )
  }
}

async function emptyInto(
  own: string,
  folder: string,
  damaged: string,
  found: (path: string) => void
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    const from = join(folder, name)
    if (entry.isDirectory()) {
      await emptyInto(own, from, damaged, found)
    } else if (name === OWNER_SOCKET) {
      await unlink(from)
    } else if (isSegmentName(name)) {
      await moveFile(from, join(own, name), found)
    } else {
      await makeFolder(damaged)
      await rename(from, join(damaged, `${newSegmentName()}-${name}`))
    }
  }
  try {
    await rmdir(folder)
  } catch (error) {
    // Its process may just have bound its socket, and claims another folder.
    if (codeOf(error) !== "ENOTEMPTY") {
      throw error
    }
  }
}

async function moveFile(
  from: string,
  to: string,
  found: (path: string) => void
): Promise<void> {
  if (await unlessMissing(rename(from, to).then(() => true))) {
    found(to)
  }
}

import { access, mkdir, rename, rm, rmdir, unlink } from "node:fs/promises"
import type { Server } from "node:net"
import { basename, join } from "node:path"
import { adoptFiles } from "./adopt-files"
import { syncFolder } from "./folders"
import { listenAsOwner, OWNER_SOCKET } from "./owner-socket"
import { codeOf, SpoolError, unlessMissing } from "./spool-error"
import { newFolderName, newSegmentName, UNCLAIMED } from "./spool-names"

/** Any other process may take an unclaimed folder for one of a dead process. */
const ATTEMPTS = 100

/**
 * A folder below the spool's, of one process alone. It gets its name only when
 * its process listens on its socket. A folder whose owner is dead stays so,
 * because each process claims a new one.
 */
export class SpoolFolder {
  private constructor(
    private readonly root: string,
    readonly path: string,
    private readonly server: Server
  ) {}

  /** @throws SpoolError when nothing can be written to `root` */
  static async claim(root: string): Promise<SpoolFolder> {
    for (let attempt = 1; ; attempt += 1) {
      const path = join(root, newFolderName())
      try {
        const server = await listenAndRename(path)
        if (server) {
          await syncFolder(root)
          return new SpoolFolder(root, path, server)
        }
      } catch (error) {
        throw notWritable(root, error)
      }
      if (attempt === ATTEMPTS) {
        throw new SpoolError(`Other processes remove the folders of ${root}.`)
      }
    }
  }

  newSegmentPath(): string {
    return join(this.path, newSegmentName())
  }

  async isDeleted(): Promise<boolean> {
    return !(await exists(this.path))
  }

  /**
   * Moves the files of dead processes into this folder.
   *
   * @param found is called with the new path of each, also of those that were
   * moved before an error
   */
  async adopt(found: (path: string) => void): Promise<void> {
    await adoptFiles(this.root, basename(this.path), found)
  }

  /** Leaves the folder to the next process, or removes it when it is empty. */
  async release(): Promise<void> {
    this.server.close()
    await unlessMissing(unlink(join(this.path, OWNER_SOCKET)))
    try {
      await unlessMissing(rmdir(this.path))
    } catch (error) {
      if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") {
        throw error
      }
    }
  }
}

/** Resolves to undefined when another process took the unclaimed folder. */
async function listenAndRename(path: string): Promise<Server | undefined> {
  const unclaimed = path + UNCLAIMED
  await mkdir(unclaimed, { mode: 0o700 })
  let server: Server | undefined
  try {
    server = await listenAsOwner(unclaimed)
    await rename(unclaimed, path)
    return server
  } catch (error) {
    server?.close()
    if (!(await exists(unclaimed))) {
      return undefined
    }
    await rm(unclaimed, { recursive: true, force: true })
    throw error
  }
}

/** @throws SpoolError unless all can be written */
export function notWritable(root: string, cause: unknown): SpoolError {
  if (cause instanceof SpoolError) {
    return cause
  }
  const code = codeOf(cause)
  const remedy =
    code === "EEXIST" || code === "ENOTDIR"
      ? "It is a file, or below one. Choose another --spool."
      : "Give the receiver's user permission to write it, or choose another --spool."
  return new SpoolError(
    `The spool's folder ${root} can't be used: ${code ?? String(cause)}. ${remedy}`,
    { cause }
  )
}

async function exists(path: string): Promise<boolean> {
  const found = await unlessMissing(access(path).then(() => true))
  return found === true
}

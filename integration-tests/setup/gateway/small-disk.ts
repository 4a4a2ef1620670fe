import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

const DISK_BYTES = 1024 * 1024
/** Leaves room for some webhooks. */
const FILLER_BYTES = 600 * 1024
/** Less than two of the largest webhooks. */
const FILE_BYTES = 100 * 1024

/** A disk that takes a few webhooks, until there is more room. */
export type SmallDisk = {
  folder: string
  /** Limits a receiver that has started. */
  limit(pid: number): Promise<void>
  makeRoom(pid: number): Promise<void>
  remove(): Promise<void>
}

/**
 * A file system of a megabyte. Where this process may not mount one, the size
 * of the receiver's files is limited instead.
 */
export async function smallDisk(folder: string): Promise<SmallDisk> {
  const disk = join(folder, "disk")
  await mkdir(disk)
  const mount = ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk]
  const isMounted = await run("mount", mount).then(
    () => true,
    () => false
  )
  return isMounted ? await tmpfs(disk) : limited(disk)
}

async function tmpfs(folder: string): Promise<SmallDisk> {
  const filler = join(folder, "filler")
  await writeFile(filler, Buffer.alloc(FILLER_BYTES))
  return {
    folder: join(folder, "spool"),
    limit: async () => {},
    makeRoom: async () => await rm(filler),
    remove: async () => void (await run("umount", ["-l", folder])),
  }
}

function limited(folder: string): SmallDisk {
  const setLimit = async (pid: number, bytes: number | "unlimited") =>
    void (await run("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:`]))
  return {
    folder,
    limit: async (pid) => await setLimit(pid, FILE_BYTES),
    makeRoom: async (pid) => await setLimit(pid, "unlimited"),
    remove: async () => {},
  }
}

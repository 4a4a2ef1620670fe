import { open, unlink } from "node:fs/promises"
import { MOST_BYTES } from "./record"

/**
 * Writes and syncs as much as the largest webhook takes. The file has no name
 * meanwhile, so that a process that dies leaves nothing.
 *
 * @throws the disk's error
 */
export async function checkDisk(path: string): Promise<void> {
  const file = await open(path, "wx", 0o600)
  try {
    await unlink(path)
    await file.writeFile(Buffer.alloc(MOST_BYTES))
    await file.datasync()
  } finally {
    await file.close()
  }
}

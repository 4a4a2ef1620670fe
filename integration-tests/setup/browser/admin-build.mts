import { execFile } from "node:child_process"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

/**
 * Builds the admin in a separate process, which frees its memory afterwards. A
 * merchant uses a built admin too. Unlike the one of `medusa develop`, it never
 * reloads a page in the middle of a test.
 *
 * @param folder an existing folder for all that the build writes
 * @returns the folder of the pages
 */
export async function buildAdmin(folder: string): Promise<string> {
  const buildFolder = join(folder, "admin")
  await mkdir(buildFolder)
  const script = join(import.meta.dirname, "build-admin.mts")
  const args = ["--import=tsx", script, buildFolder]
  const env = { ...process.env, NODE_ENV: "production" }
  await promisify(execFile)(process.execPath, args, { env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`The admin could not be built:\n${stdout}${stderr}`)
    }
  )
  return join(buildFolder, "app")
}

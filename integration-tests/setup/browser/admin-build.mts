import { spawn } from "node:child_process"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"

const FAILED = "The admin could not be built"

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
  const child = spawn(
    process.execPath,
    ["--import=tsx", join(import.meta.dirname, "build-admin.mts"), buildFolder],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production" },
    }
  )
  const chunks: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (text: string) => chunks.push(text))
  }
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0) {
        resolve()
      } else {
        reject(new Error(`${FAILED}:\n${chunks.join("").trimEnd()}`))
      }
    })
  })
  return join(buildFolder, "app")
}

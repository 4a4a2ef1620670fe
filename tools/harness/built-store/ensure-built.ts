import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { STORE_FOLDER } from "./folder"

const ROOT = join(STORE_FOLDER, "..", "..", "..")
const BUILT = join(ROOT, ".medusa", "server", "src", "index.js")

/**
 * Builds the package if its sources changed since the last build. It is
 * then what a merchant installs.
 */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  const built = await stat(BUILT).catch(() => null)
  if (built && built.mtimeMs >= (await lastChange(join(ROOT, "src")))) {
    return
  }
  say("Building the package, about a minute.")
  const build = spawn("npm", ["run", "build"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  })
  const [code] = (await once(build, "exit")) as [number | null]
  if (code !== 0) {
    throw new Error(
      "The package could not be built. Run `npm run build` to see the cause."
    )
  }
}

async function lastChange(folder: string): Promise<number> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  })
  const changes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const { mtimeMs } = await stat(join(parentPath, name))
        return mtimeMs
      })
  )
  return Math.max(...changes)
}

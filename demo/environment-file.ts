import { writeFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * Writes what a store runs with, for commands that are to run with the same.
 * Only this user may read it: it may hold the password of their own database.
 *
 * @returns where it is
 */
export async function writeEnvironment(
  folder: string,
  env: Record<string, string>
): Promise<string> {
  const file = join(folder, "store.env")
  const lines = Object.entries(env).map(([name, value]) => `${name}="${value}"`)
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 })
  return file
}

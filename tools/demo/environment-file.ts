import { writeFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * Writes the store's environment to a file, for commands that need the same.
 * Only this user can read it, because it may contain the password of their
 * database.
 *
 * @returns the file's path
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

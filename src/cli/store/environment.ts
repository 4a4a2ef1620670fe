import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { UsageError, type Io } from "../../shared/command-line/io"

/**
 * Returns the environment to load the store with: this process's own,
 * overridden by a file of `NAME=value` lines, if there is one.
 *
 * @throws UsageError for a file that can't be read
 */
export function environmentOf(env: Io["env"], file?: string): Io["env"] {
  if (file === undefined) {
    return env
  }
  try {
    return { ...env, ...parseEnv(readFileSync(file, "utf8")) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`The file of --env, ${file}, can't be read: ${code}.`)
  }
}

import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { STORE_FOLDER } from "../harness/built-store/folder"

type MedusaCommand = {
  args: string[]
  /** Every variable that medusa-config.js reads. */
  env: Record<string, string>
  logFile: string
}

/**
 * Runs Medusa's own command in the store's folder, as a merchant would, in
 * plain Node.js.
 */
export function medusa({ args, env, logFile }: MedusaCommand): ChildProcess {
  const log = openSync(logFile, "a")
  const command = spawn(
    process.execPath,
    [require.resolve("@medusajs/cli/cli.js"), ...args],
    {
      cwd: STORE_FOLDER,
      env: { ...process.env, ...env },
      stdio: ["ignore", log, log],
    }
  )
  closeSync(log)
  return command
}

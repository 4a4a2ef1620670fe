import type { Cleanup } from "../../../tools/harness/command/cleanup.ts"
import {
  runCommand,
  UsageError,
} from "../../../tools/harness/command/command.ts"
import { runProgram } from "../../../tools/harness/command/run-program.ts"

/** The variables of the command, or the reason why it can't run. */
type Started = { env: Record<string, string> } | { missing: string }

/**
 * Runs the command of this process's arguments with a resource. The resource is
 * closed after the command has exited. Without the resource, the command is
 * skipped, which is a failure only in CI.
 *
 * @param script named in the usage
 * @param start opens the resource, and adds its cleanup
 */
export async function runWith(
  script: string,
  start: (cleanup: Cleanup) => Started | Promise<Started>
): Promise<never> {
  return await runCommand({
    usage: `Usage: ${script} COMMAND [ARG ...]`,
    readFlags: ([command, ...args]) => {
      if (!command) {
        throw new UsageError("A command is required.")
      }
      return { command, args, help: false }
    },
    isGraceful: true,
    cleanupTimeoutMs: 60_000,
    run: async ({ command, args }, cleanup, stopped) => {
      const started = await start(cleanup)
      stopped.throwIfAborted()
      if ("env" in started) {
        return await runProgram(command, args, started.env).ended
      }
      const isCi = process.env.CI === "true"
      const left = isCi ? "can't run" : "are skipped"
      console.error(`These tests ${left}: ${started.missing}`)
      return isCi ? 1 : 0
    },
  })
}

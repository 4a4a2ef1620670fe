/**
 * `npm run demo`: the process in the terminal. Everything that needs a cleanup
 * runs in its own process group (run.mts). Ctrl-C therefore reaches it only
 * through this process. It cleans up and ends even if this process is killed.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { constants } from "node:os"
import { join } from "node:path"
import {
  runCommand,
  type Stopped,
  type StopSignal,
} from "../harness/command/command.ts"
import { type Flags, readFlags, USAGE } from "./flags.mts"

/** The message from this process to run.mts. */
export type StopMessage = { stop: StopSignal }

await runCommand({ usage: USAGE, readFlags, run: main, isGraceful: true })

/** @returns the exit code of run.mts */
async function main(
  _flags: Flags,
  _cleanup: unknown,
  stopped: AbortSignal
): Promise<number> {
  const demo = fork(
    join(import.meta.dirname, "run.mts"),
    process.argv.slice(2),
    {
      cwd: join(import.meta.dirname, ".."),
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }
  )
  stopped.addEventListener("abort", () => {
    if (demo.connected) {
      const message: StopMessage = { stop: (stopped.reason as Stopped).signal }
      demo.send(message)
    }
  })
  const [code, signal] = (await once(demo, "exit")) as [
    number | null,
    NodeJS.Signals | null,
  ]
  return code ?? 128 + (signal ? constants.signals[signal] : 1)
}

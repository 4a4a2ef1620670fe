/**
 * `npm run demo`: the process in the terminal. Everything that needs a cleanup
 * runs in its own process group (run.mts). Ctrl-C therefore reaches it only
 * through this process. It cleans up and ends even if this process is killed.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { constants } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import {
  runCommand,
  type Stopped,
  type StopSignal,
} from "../harness/command/command.ts"
import { type Flags, readFlags, USAGE } from "./flags.mts"

/** A message from this process to run.mts. */
export type DemoMessage =
  | { stop: StopSignal; enter?: never }
  /** The user has pressed Enter. */
  | { enter: true; stop?: never }

await runCommand({ usage: USAGE, readFlags, run: main, isGraceful: true })

/** @returns the exit code of run.mts */
async function main(
  flags: Flags,
  _cleanup: unknown,
  stopped: AbortSignal
): Promise<number> {
  const demo = fork(
    join(import.meta.dirname, "run.mts"),
    process.argv.slice(2),
    {
      cwd: join(import.meta.dirname, "../.."),
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }
  )
  const send = (message: DemoMessage): void => {
    if (demo.connected) {
      demo.send(message)
    }
  }
  stopped.addEventListener("abort", () => {
    send({ stop: (stopped.reason as Stopped).signal })
  })
  if (flags.receiver && !flags.once) {
    createInterface(process.stdin).on("line", () => send({ enter: true }))
  }
  const [code, signal] = (await once(demo, "exit")) as [
    number | null,
    NodeJS.Signals | null,
  ]
  return code ?? 128 + (signal ? constants.signals[signal] : 1)
}

/**
 * `npm run demo`: the process in the terminal. Everything that needs a cleanup
 * runs in its own process group (run.mts). Ctrl-C therefore reaches it only
 * through this process. It cleans up and ends even if this process is killed.
 */
import { fork } from "node:child_process"
import { constants } from "node:os"
import { join } from "node:path"
import { UsageError } from "../harness/command/command.ts"
import { readFlags, USAGE } from "./flags.mts"

/** The message from this process to run.mts. */
export type StopMessage = { stop: "SIGINT" | "SIGTERM" | "SIGHUP" }

try {
  const { help } = readFlags(process.argv.slice(2))
  if (help) {
    console.log(USAGE)
  } else {
    start()
  }
} catch (error) {
  if (!(error instanceof UsageError)) {
    throw error
  }
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}

function start(): void {
  const root = join(import.meta.dirname, "..")
  const demo = fork(
    join(import.meta.dirname, "run.mts"),
    process.argv.slice(2),
    {
      cwd: root,
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }
  )
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (demo.connected) {
        const message: StopMessage = { stop: signal }
        demo.send(message)
      }
    })
  }
  demo.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1))
  })
}

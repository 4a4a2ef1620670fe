import { spawn } from "node:child_process"

/** A command that runs inside a resource which has to be closed after it. */
export type RunningCommand = {
  /** Its exit code, 1 after a signal, 127 when it can't be started. */
  ended: Promise<number>
}

/**
 * Runs a command with extra environment variables. It receives Ctrl-C itself,
 * and this process stays until it has exited.
 */
export function runProgram(
  command: string,
  args: string[],
  env: Record<string, string>
): RunningCommand {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void child.kill(signal))
  }
  return {
    ended: new Promise((resolve) => {
      child.once("error", (error) => {
        console.error(`${command} could not be started: ${error.message}`)
        resolve(127)
      })
      child.once("exit", (status) => resolve(status ?? 1))
    }),
  }
}

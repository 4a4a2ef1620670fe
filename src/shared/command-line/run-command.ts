import { isNativeError } from "node:util/types"
import { CommandError, UsageError, type Io } from "./io"

/** 0: done. 1: failed, or a check found an error. 2: invalid command line. */
export type ExitCode = 0 | 1 | 2

/** @throws UsageError or CommandError */
export type Command = (args: string[], io: Io) => Promise<ExitCode | void>

/**
 * Runs a command and prints why it failed.
 *
 * @param name as it is typed, which `--help` is added to
 */
export async function runCommand(
  name: string,
  command: Command,
  args: string[],
  io: Io
): Promise<ExitCode> {
  try {
    return (await command(args, io)) ?? 0
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) {
      io.err(`${error.message}\nSee "${name} --help".`)
      return 2
    }
    if (error instanceof CommandError) {
      io.err(error.message)
      return 1
    }
    throw error
  }
}

/** Whether parseArgs threw it, for an unknown option or a missing value. */
function isParseError(error: unknown): error is Error {
  const { code } = error as NodeJS.ErrnoException
  return isNativeError(error) && !!code?.startsWith("ERR_PARSE_ARGS")
}

/** Runs the command line of this process until it ends or Ctrl-C. */
export async function runProcess(
  run: (args: string[], io: Io) => Promise<ExitCode>
): Promise<void> {
  const ended = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Once, so that a second Ctrl-C kills the process.
    process.once(signal, () => ended.abort())
  }
  process.exitCode = await run(process.argv.slice(2), {
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    ended: ended.signal,
    env: process.env,
  })
}

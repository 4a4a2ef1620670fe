import { isNativeError } from "node:util/types"
import { runSandbox } from "./sandbox/run"
import { SandboxError } from "../sandbox/sandbox-error"
import { COMMAND } from "./command"
import { runDoctor } from "./doctor"
import { HELP } from "./help"
import { CommandError, UsageError, type Io } from "./io"
import { runPrivacy } from "./privacy"
import { runReceive } from "./receive"

/**
 * 0: done. 1: failed, or the doctor found an error. 2: invalid command line, or
 * the store could not be loaded.
 */
export type ExitCode = 0 | 1 | 2

type Command = (args: string[], io: Io) => Promise<ExitCode | void>

const COMMANDS: Record<string, Command> = {
  doctor: runDoctor,
  privacy: runPrivacy,
  receive: runReceive,
  sandbox: runSandbox,
}

/** Runs a command line and returns its exit code. */
export async function runCli(args: string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === "--help" || name === "-h") {
    io.out(HELP)
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    io.err(`There is no command ${name}.\nSee "${COMMAND} --help".`)
    return 2
  }
  try {
    return (await command(rest, io)) ?? 0
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) {
      io.err(`${error.message}\nSee "${COMMAND} ${name} --help".`)
      return 2
    }
    if (error instanceof CommandError || error instanceof SandboxError) {
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

import { isNativeError } from "node:util/types"
import { SandboxError } from "../sandbox-error"
import { drive, DRIVE_COMMANDS } from "./drive"
import { COMMAND, HELP } from "./help"
import { CommandError, UsageError, type Io } from "./io"
import { start } from "./start"

/** Runs a command line and returns its exit code: 0 done, 1 could not be done, 2 makes no sense. */
export async function runCli(args: string[], io: Io): Promise<0 | 1 | 2> {
  try {
    await dispatch(args, io)
    return 0
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) {
      io.err(`${error.message}\nSee "${COMMAND} sandbox --help".`)
      return 2
    }
    if (error instanceof CommandError || error instanceof SandboxError) {
      io.err(error.message)
      return 1
    }
    throw error
  }
}

async function dispatch(args: string[], io: Io): Promise<void> {
  const [command, ...rest] = args
  if (command === undefined || command === "--help" || command === "-h") {
    io.out(HELP)
    return
  }
  if (command !== "sandbox") {
    throw new UsageError(`There is no command ${command}.`)
  }
  const [subcommand, ...operands] = rest
  if (subcommand === undefined || subcommand.startsWith("-")) {
    return start(rest, io)
  }
  if (!DRIVE_COMMANDS.includes(subcommand)) {
    throw new UsageError(`There is no command sandbox ${subcommand}.`)
  }
  return drive(subcommand, operands, io)
}

/** What parseArgs throws about an unknown option or a missing value. */
function isParseError(error: unknown): error is Error {
  const { code } = error as NodeJS.ErrnoException
  return isNativeError(error) && !!code?.startsWith("ERR_PARSE_ARGS")
}

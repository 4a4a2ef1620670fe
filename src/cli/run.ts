import { isNativeError } from "node:util/types"
import { SandboxError } from "../sandbox/sandbox-error"
import { COMMAND } from "./command"
import { HELP } from "./help"
import { CommandError, UsageError, type Io } from "./io"

/**
 * 0: done. 1: failed, or the audit or the doctor found an error. 2: invalid command line, or
 * the store could not be loaded.
 */
export type ExitCode = 0 | 1 | 2

type Command = (args: string[], io: Io) => Promise<ExitCode | void>

/** Loads only the command that runs. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  audit: async () => (await import("./audit/index.js")).runAudit,
  doctor: async () => (await import("./doctor/index.js")).runDoctor,
  privacy: async () => (await import("./privacy/index.js")).runPrivacy,
  receive: async () => (await import("./receive/index.js")).runReceive,
  sandbox: async () => (await import("./sandbox/run.js")).runSandbox,
}

/** Runs a command line and returns its exit code. */
export async function runCli(args: string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === "--help" || name === "-h") {
    io.out(HELP)
    return 0
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    io.err(`There is no command ${name}.\nSee "${COMMAND} --help".`)
    return 2
  }
  try {
    const command = await load()
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

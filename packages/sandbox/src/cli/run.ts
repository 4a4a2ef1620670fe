import {
  runCommand,
  type ExitCode,
} from "../../../../src/shared/command-line/run-command"
import {
  CommandError,
  UsageError,
  type Io,
} from "../../../../src/shared/command-line/io"
import { SandboxError } from "../sandbox-error"
import { COMMAND } from "./command"
import { CONTROL_COMMANDS, runControlCommand } from "./control-commands"
import { start } from "./start"

/** Runs a command line and returns its exit code. */
export async function runCli(args: string[], io: Io): Promise<ExitCode> {
  return await runCommand(COMMAND, runSandbox, args, io)
}

/** Starts a sandbox, or controls a running one. */
async function runSandbox(args: string[], io: Io): Promise<void> {
  const [subcommand, ...operands] = args
  try {
    if (subcommand === undefined || subcommand.startsWith("-")) {
      return await start(args, io)
    }
    if (!CONTROL_COMMANDS.includes(subcommand)) {
      throw new UsageError(`There is no command ${subcommand}.`)
    }
    return await runControlCommand(subcommand, operands, io)
  } catch (error) {
    throw error instanceof SandboxError
      ? new CommandError(error.message)
      : error
  }
}

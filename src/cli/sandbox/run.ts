import { UsageError, type Io } from "../io"
import { runControlCommand, CONTROL_COMMANDS } from "./control-commands"
import { start } from "./start"

/**
 * The command `sandbox`: starts a sandbox, or controls a running one.
 *
 * @throws UsageError, CommandError or SandboxError
 */
export async function runSandbox(args: string[], io: Io): Promise<void> {
  const [subcommand, ...operands] = args
  if (subcommand === undefined || subcommand.startsWith("-")) {
    return start(args, io)
  }
  if (!CONTROL_COMMANDS.includes(subcommand)) {
    throw new UsageError(`There is no command sandbox ${subcommand}.`)
  }
  return runControlCommand(subcommand, operands, io)
}

import { UsageError, type Io } from "../io"
import { drive, DRIVE_COMMANDS } from "./drive"
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
  if (!DRIVE_COMMANDS.includes(subcommand)) {
    throw new UsageError(`There is no command sandbox ${subcommand}.`)
  }
  return drive(subcommand, operands, io)
}

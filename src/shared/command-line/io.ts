/** A command's access to the outside, which tests replace. */
export type Io = {
  out(line: string): void
  err(line: string): void
  /** Aborted when the user ends the command, such as by Ctrl-C. */
  ended: AbortSignal
  env: Record<string, string | undefined>
}

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** The command failed: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError"
}

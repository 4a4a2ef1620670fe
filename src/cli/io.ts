/** What a command needs of the outside, so that tests can be the outside. */
export type Io = {
  out(line: string): void
  err(line: string): void
  /** Aborted when the person wants to end, such as by Ctrl-C. */
  ended: AbortSignal
  env: Record<string, string | undefined>
}

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** The command could not be done: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError"
}

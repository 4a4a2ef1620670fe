import { constants } from "node:os"
import { parseArgs, type ParseArgsConfig } from "node:util"
import { Cleanup } from "./cleanup"
import { StepError } from "./steps"

/** An invalid command line. The message gives the reason in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const
export type StopSignal = (typeof SIGNALS)[number]

/** The reason of a command's signal: the user has stopped it. */
export class Stopped extends Error {
  constructor(readonly signal: StopSignal) {
    super(signal)
  }
}

type Flags = NonNullable<ParseArgsConfig["options"]>

/** @throws UsageError for unknown flags, and for flags without their value */
export function parseFlags<const Options extends Flags>(
  args: string[],
  options: Options
) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws UsageError unless the flag's text is a whole number in the limits */
export function wholeNumber(
  flag: string,
  text: string,
  { least = 0, most = 999_999_999 } = {}
): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
    throw new UsageError(
      `--${flag} takes a whole number from ${least} to ${most}, not ${text}.`
    )
  }
  return value
}

/** Prints progress. The results go to stdout. */
export function say(line: string): void {
  console.error(line)
}

type Command<Parsed> = {
  usage: string
  /** @throws UsageError */
  readFlags: (args: string[]) => Parsed
  /** @returns the exit code */
  run: (
    flags: Parsed,
    cleanup: Cleanup,
    stopped: AbortSignal
  ) => Promise<number>
  /**
   * Whether `run` ends when `stopped` is aborted, and is waited for. Otherwise
   * the cleanup starts meanwhile.
   */
  isGraceful?: boolean
  cleanupTimeoutMs?: number
}

/**
 * Runs a command, then its cleanup (also after a signal), and ends the process.
 * The exit code is the command's, 2 for an invalid command line, 128 and the
 * signal's number after a signal, and 1 for any other failure.
 */
export async function runCommand<Parsed extends { help: boolean }>({
  usage,
  readFlags,
  run,
  isGraceful = false,
  cleanupTimeoutMs,
}: Command<Parsed>): Promise<never> {
  const cleanup = new Cleanup()
  const stopping = new AbortController()
  let ending: Promise<never> | undefined
  const clean = async (code: number): Promise<never> => {
    const problems = await cleanup.run(cleanupTimeoutMs)
    problems.forEach((problem) => console.error(problem))
    process.exit(problems.length > 0 ? 1 : code)
  }
  const end = async (code: number): Promise<never> =>
    await (ending ??= clean(code))
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      stopping.abort(new Stopped(signal))
      if (!isGraceful) {
        void end(explain(stopping.signal.reason, usage))
      }
    })
  }
  try {
    const flags = readFlags(process.argv.slice(2))
    if (flags.help) {
      console.log(usage)
      return await end(0)
    }
    return await end(await run(flags, cleanup, stopping.signal))
  } catch (error) {
    const reason: unknown = stopping.signal.reason
    return await end(ending ? 1 : explain(reason ?? error, usage))
  }
}

/** Prints the reason of a failure. @returns the exit code */
function explain(error: unknown, usage: string): number {
  if (error instanceof Stopped) {
    console.error("\nStopped.")
    return 128 + constants.signals[error.signal]
  }
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
  console.error(
    error instanceof StepError ? `\nFailed. ${error.message}` : error
  )
  return 1
}

import { parseArgs, type ParseArgsConfig } from "node:util"
import { Cleanup } from "./cleanup.ts"

/** An invalid command line. The message gives the reason in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError"
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

type Command<Parsed> = {
  usage: string
  /** @throws UsageError */
  readFlags: (args: string[]) => Parsed
  /** @returns the exit code */
  run: (flags: Parsed, cleanup: Cleanup) => Promise<number>
}

/**
 * Runs a command, then its cleanup (also after a signal), and ends the process.
 * The exit code is the command's, 2 for an invalid command line, 130 after a
 * signal, and 1 for any other failure.
 */
export async function runCommand<Parsed extends { help: boolean }>({
  usage,
  readFlags,
  run,
}: Command<Parsed>): Promise<never> {
  const cleanup = new Cleanup()
  const end = async (code: number): Promise<never> => {
    const problems = await cleanup.run()
    problems.forEach((problem) => console.error(problem))
    process.exit(problems.length > 0 ? 1 : code)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void end(130))
  }
  try {
    const flags = readFlags(process.argv.slice(2))
    if (flags.help) {
      console.log(usage)
      return await end(0)
    }
    return await end(await run(flags, cleanup))
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(isUsage ? error.message : error)
    return await end(isUsage ? 2 : 1)
  }
}

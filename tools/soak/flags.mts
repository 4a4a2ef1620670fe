import { parseFlags, wholeNumber } from "../harness/command/command.ts"

export type SoakFlags = {
  minutes: number
  /** Prints the samples as JSON to stdout and the table to stderr. */
  json: boolean
  help: boolean
}

export const USAGE = `Usage: npm run soak -- [--minutes N] [--json]

  --minutes N  how long the store is under load (default 20, at least 3)
  --json       the samples as JSON on stdout; the table goes to stderr
  --help       shows this`

const FEWEST_MINUTES = 3
const MOST_MINUTES = 9_999

/** @throws UsageError for unknown flags, or a run that is too short to judge */
export function readFlags(args: string[]): SoakFlags {
  const { minutes, ...others } = parseFlags(args, {
    minutes: { type: "string", default: "20" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false, short: "h" },
  })
  const limits = { least: FEWEST_MINUTES, most: MOST_MINUTES }
  return { ...others, minutes: wholeNumber("minutes", minutes, limits) }
}

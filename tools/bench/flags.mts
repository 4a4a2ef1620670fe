import { parseFlags } from "../harness/command/command.ts"

export type BenchFlags = {
  /** Fewer samples and smaller tables: under three minutes. */
  quick: boolean
  /** Prints the rows as JSON to stdout and the table to stderr. */
  json: boolean
  /** Names of measures. Empty means all. */
  only: string[]
  help: boolean
}

export const USAGE = `Usage: npm run bench -- [--quick] [--json] [--only NAME]...

  (nothing)    measures everything, with nothing else running: about 20 minutes
  --quick      fewer samples and smaller tables: under 3 minutes
  --json       the rows as JSON on stdout; the table goes to stderr
  --only NAME  runs one measure; may be repeated
  --help       shows this`

/** @throws UsageError for unknown flags */
export function readFlags(args: string[]): BenchFlags {
  return parseFlags(args, {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false, short: "h" },
  })
}

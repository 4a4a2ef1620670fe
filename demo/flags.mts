import { parseFlags, UsageError } from "../harness/command/command.ts"

export type Flags = {
  /** Buys on both rails automatically, then ends. */
  once: boolean
  /** Prints the addresses as one line of JSON on stdout. */
  json: boolean
  /** Shows the store's log. */
  verbose: boolean
  help: boolean
}

export const USAGE = `Usage: npm run demo -- [--once | --json] [--verbose]

  (nothing)   starts a store with stablecoin payments and keeps it running until Ctrl-C
  --once      buys on both rails without user input, and exits
  --json      prints addresses, keys and logins as one line of JSON, and keeps running
  --verbose   shows what the store logs
  --help      shows this`

/**
 * @throws UsageError for unknown flags, and for flags that exclude each other
 */
export function readFlags(args: string[]): Flags {
  const flag = { type: "boolean", default: false } as const
  const flags = parseFlags(args, {
    once: flag,
    json: flag,
    verbose: flag,
    help: { ...flag, short: "h" },
  })
  if (flags.once && flags.json) {
    throw new UsageError("--once and --json exclude each other.")
  }
  return flags
}

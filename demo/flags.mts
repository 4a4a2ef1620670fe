import { parseFlags, UsageError } from "./command.mts"

export type Flags = {
  /** Buys on both rails without a person, then ends. */
  once: boolean
  /** The addresses as one line of JSON on stdout. */
  json: boolean
  /** Shows what the store logs. */
  verbose: boolean
  help: boolean
}

export const USAGE = `Usage: npm run demo -- [--once | --json] [--verbose]

  (nothing)   starts a store with stablecoin payments and keeps it running until Ctrl-C
  --once      buys on both rails without a person, and ends
  --json      prints addresses, keys and logins as one line of JSON, and keeps running
  --verbose   shows what the store logs
  --help      shows this`

/** @throws UsageError for flags that do not exist or exclude each other */
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

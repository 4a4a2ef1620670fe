import { parseFlags, UsageError } from "../harness/command/command.ts"

export type Flags = {
  /** Buys on both rails automatically, then ends. */
  once: boolean
  /** Prints the addresses as one line of JSON on stdout. */
  json: boolean
  /** Shows the store's log. */
  verbose: boolean
  /** Starts a receiver in front of the store. */
  receiver: boolean
  /** The origin of the user's own storefront. */
  storefront?: string
  help: boolean
}

export const USAGE = `Usage: npm run demo -- [--once | --json] [--receiver] [--storefront ORIGIN] [--verbose]

  (nothing)   starts a store with stablecoin payments and keeps it running until Ctrl-C
  --once      buys on both rails without user input, and exits
  --json      prints addresses, keys and logins as one line of JSON, and keeps running
  --receiver  lets a receiver keep the webhooks; Enter stops the store and starts it
              again, to pay meanwhile
  --storefront ORIGIN
              lets your own storefront, such as http://localhost:8000, call the store
              and take its buyers back; the demo's own shop uses another port
  --verbose   shows what the store logs
  --help      shows this`

/**
 * @throws UsageError for unknown flags, for flags that exclude each other, and
 * for an invalid origin
 */
export function readFlags(args: string[]): Flags {
  const flag = { type: "boolean", default: false } as const
  const flags = parseFlags(args, {
    once: flag,
    json: flag,
    verbose: flag,
    receiver: flag,
    storefront: { type: "string" },
    help: { ...flag, short: "h" },
  })
  if (flags.once && flags.json) {
    throw new UsageError("--once and --json exclude each other.")
  }
  const { storefront, ...others } = flags
  return storefront === undefined
    ? others
    : { ...others, storefront: originOf(storefront) }
}

/** @throws UsageError unless the text is the origin of a web page */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/") {
    throw new UsageError(
      `--storefront takes an origin such as http://localhost:8000, not ${text}.`
    )
  }
  return url.origin
}

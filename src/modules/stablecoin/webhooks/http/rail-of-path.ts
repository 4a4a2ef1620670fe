import { type Rail, RAILS } from "../../../../ledger"

/**
 * Our own routes, and Medusa's route for our providers, under any provider id
 * that the store chose, with or without its prefix.
 */
const PATHS = RAILS.map((rail) => ({
  rail,
  path: new RegExp(
    `^/hooks/(stablecoin/${rail}|payment/(pp_)?stablecoin-${rail}(_[^/]*)?)/?$`,
    "i"
  ),
}))

/** The rail whose webhooks are sent to a path, or null. */
export function railOfPath(path: string): Rail | null {
  const address = decoded(path)
  return PATHS.find(({ path }) => path.test(address))?.rail ?? null
}

/**
 * Decodes like Express, which decodes a provider's name after it has matched
 * Medusa's route.
 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Express also rejects it, with 400.
    return path
  }
}

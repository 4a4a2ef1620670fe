import { z } from "zod"
import { type Chain, CHAINS } from "../../../gateway"

/** Makes a record with a value for each chain. */
export function byChain<T>(make: (chain: Chain) => T): Record<Chain, T> {
  const entries = CHAINS.map((chain) => [chain, make(chain)])
  return Object.fromEntries(entries) as Record<Chain, T>
}

/** A record in the options that may name any chain, and nothing else. */
export function perChain<T extends z.ZodType>(value: T) {
  return z.strictObject(
    byChain(() => value.optional()),
    {
      error: ({ code }) =>
        code === "unrecognized_keys"
          ? `must name networks among ${CHAINS.join(", ")} only`
          : `must be an object with networks such as ${CHAINS[0]}`,
    }
  )
}

import { z } from "zod"
import {
  type Chain,
  CHAINS,
  chainSchema,
  type CoinsByChain,
  STABLECOINS,
  stablecoinSchema,
} from "../../../gateway"
import { eachOnce } from "./values"

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

/** A list of chains that take every stablecoin, or those of each chain. */
type Written = Chain[] | CoinsByChain

const listSchema = eachOnce(chainSchema, CHAINS.length)
const mapSchema = perChain(
  eachOnce(stablecoinSchema, STABLECOINS.length)
).refine((each) => Object.values(each).some(Boolean), {
  error: "must name at least one",
})

/**
 * Schema of offered chains in either form, with the issues of the form that was
 * written.
 */
export const chainsSchema = z.unknown().transform((value, context) => {
  const schema: z.ZodType = Array.isArray(value) ? listSchema : mapSchema
  const read = schema.safeParse(value)
  if (read.success) {
    return read.data
  }
  context.issues.push(
    ...read.error.issues.map(
      (issue) => ({ ...issue, input: value }) as z.core.$ZodRawIssue
    )
  )
  return z.NEVER
}) as unknown as z.ZodType<Written, Written>

/**
 * Schema of the stablecoins that each offered chain takes, from either form. The
 * chains of a list keep its order. Those of a map are in the gateway's, since
 * the database does not keep that of its keys.
 */
export const coinsByChainSchema = chainsSchema.transform(toMap)

/** Every chain with every stablecoin. */
export const ALL_COINS: CoinsByChain = toMap([...CHAINS])

function toMap(written: Written): CoinsByChain {
  const entries = Array.isArray(written)
    ? written.map((chain) => [chain, [...STABLECOINS]])
    : CHAINS.flatMap((chain) => {
        const taken = STABLECOINS.filter((coin) =>
          written[chain]?.includes(coin)
        )
        return taken.length ? [[chain, taken]] : []
      })
  return Object.fromEntries(entries) as CoinsByChain
}

import { z } from "zod"
import {
  type Chain,
  CHAINS,
  chainSchema,
  type CoinsByChain,
  STABLECOINS,
  stablecoinSchema,
} from "../../../gateway"
import { perChain } from "./by-chain"

/** A list of chains that take every stablecoin, or those of each chain. */
type Written = Chain[] | CoinsByChain

/**
 * Schema of offered chains in either form, with the issues of the form that was
 * written.
 */
export function chainsSchema(
  list: z.ZodType<Chain[]>,
  coins: z.ZodType<CoinsByChain[Chain] & object>
): z.ZodType<Written, Written> {
  const map = perChain(coins).refine(
    (each) => Object.values(each).some(Boolean),
    {
      error: "must name at least one",
    }
  )
  return z.unknown().transform((value, context) => {
    const read = (Array.isArray(value) ? list : map).safeParse(value)
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
}

/**
 * Schema of the stablecoins that each offered chain takes, from either form. The
 * chains of a list keep its order. Those of a map are in the gateway's, since
 * the database does not keep that of its keys.
 */
export const coinsByChainSchema = chainsSchema(
  z.array(chainSchema).min(1),
  z.array(stablecoinSchema).min(1)
).transform(toMap)

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

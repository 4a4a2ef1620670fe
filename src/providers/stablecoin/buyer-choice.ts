import { z } from "zod"
import {
  type Chain,
  chainSchema,
  chainsOf,
  type Stablecoin,
  stablecoinSchema,
} from "../../gateway"
import type { OnchainSettings } from "../../modules/stablecoin/types"
import { isMoreThan } from "../../ledger"
import { invalid, notAllowed, notAvailable, pairText } from "./errors"
import type { Terms } from "./terms"

/**
 * Schema of the `data` that a storefront may send when it starts a payment
 * session. Unknown keys are ignored: Medusa adds its own, and stores all that
 * it received.
 */
const sessionInputSchema = z.object({
  currency: stablecoinSchema.optional(),
  chain: chainSchema.optional(),
  /** The amount in the stablecoin that the buyer was shown. */
  shown_amount: z.string().max(40).optional(),
  success_url: z.string().max(2048).optional(),
  cancel_url: z.string().max(2048).optional(),
})

export type SessionInput = z.infer<typeof sessionInputSchema>

/** @throws MedusaError (400) that names each wrong value */
export function parseInput(data: unknown): SessionInput {
  const parsed = sessionInputSchema.safeParse(data ?? {})
  if (parsed.success) {
    return parsed.data
  }
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join(".") || "data"}: ${issue.message}`
  )
  throw invalid(
    `The payment session's data can't be used. ${problems.join(". ")}`
  )
}

/**
 * A stablecoin and the chain to pay it on. Null where the buyer selects it on
 * the gateway's page.
 */
export type PayablePair = { currency: Stablecoin; chain: Chain | null }

/** The stablecoins of a cart. The first is the default. */
export function hostedPairs(terms: Terms<unknown>): PayablePair[] {
  return pairsOn(null, terms.stablecoins, terms)
}

/**
 * The stablecoins of a cart on each chain that takes them. The first pair is the
 * default.
 */
export function onchainPairs(terms: Terms<OnchainSettings>): PayablePair[] {
  const { chains, defaultChain } = terms.settings
  const defaultFirst = new Set([defaultChain, ...chainsOf(chains)])
  return [...defaultFirst].flatMap((chain) =>
    pairsOn(
      chain,
      terms.stablecoins.filter((coin) => chains[chain]?.includes(coin)),
      terms
    )
  )
}

/** The pairs of a chain with the coins that the region takes there. */
function pairsOn(
  chain: Chain | null,
  stablecoins: readonly Stablecoin[],
  { limitsOn }: Terms<unknown>
): PayablePair[] {
  const { coins } = limitsOn(chain, stablecoins)
  return coins.map((currency) => ({ currency, chain }))
}

/** Why the region does not take the amount with a pair. Null: it does. */
export function outOfBounds(
  { amount, limitsOn }: Terms<unknown>,
  { currency, chain }: PayablePair
): string | null {
  const { min, max } = limitsOn(chain, [])
  const bound =
    min !== undefined && isMoreThan(min, amount)
      ? `smallest amount is ${min}`
      : max !== undefined && isMoreThan(amount, max)
        ? `largest amount is ${max}`
        : null
  return (
    bound &&
    `${amount} ${pairText({ currency, chain })} can't be paid: the ${bound} ${currency}. Choose another ${chain ? "network or " : ""}way to pay.`
  )
}

/**
 * Chooses the pair that a storefront sent, with defaults for the rest.
 *
 * @throws MedusaError (400) with the possible pairs if it is not offered, or
 *   with the smallest or largest amount that it takes
 */
export function choosePair(
  pairs: readonly PayablePair[],
  terms: Terms<unknown>,
  { currency, chain }: Pick<SessionInput, "currency" | "chain">
): PayablePair {
  const isSent = (pair: PayablePair) =>
    (!currency || pair.currency === currency) &&
    (!chain || pair.chain === null || pair.chain === chain)
  const offered = pairs.filter((pair) => !outOfBounds(terms, pair))
  const chosen = offered.find(isSent)
  if (chosen) {
    return chosen
  }
  const refused = pairs.find(isSent)
  const refusal = refused && outOfBounds(terms, refused)
  if (refusal) {
    throw notAllowed(refusal)
  }
  const wanted = {
    currency,
    chain: pairs.every((pair) => pair.chain === null) ? null : chain,
  }
  const others = offered.map(pairText).join(", ")
  throw invalid(
    `${notAvailable(wanted)}${others && ` Offered here: ${others}.`}`
  )
}

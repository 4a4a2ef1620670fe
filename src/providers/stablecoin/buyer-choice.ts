import { z } from "zod"
import {
  type Chain,
  chainSchema,
  chainsOf,
  type Stablecoin,
  stablecoinSchema,
} from "../../gateway"
import type { OnchainSettings } from "../../modules/stablecoin/types"
import { invalid, notAvailable, pairText } from "./errors"
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
export function hostedPairs({ stablecoins }: Terms<unknown>): PayablePair[] {
  return stablecoins.map((currency) => ({ currency, chain: null }))
}

/**
 * The stablecoins of a cart on each chain that takes them. The first pair is the
 * default.
 */
export function onchainPairs({
  stablecoins,
  settings: { chains, defaultChain },
}: Terms<OnchainSettings>): PayablePair[] {
  const defaultFirst = new Set([defaultChain, ...chainsOf(chains)])
  return [...defaultFirst].flatMap((chain) =>
    stablecoins
      .filter((currency) => chains[chain]?.includes(currency))
      .map((currency) => ({ currency, chain }))
  )
}

/**
 * Chooses the pair that a storefront sent, with defaults for the rest.
 *
 * @throws MedusaError (400) with the possible pairs if it is not offered
 */
export function choosePair(
  pairs: readonly PayablePair[],
  { currency, chain }: Pick<SessionInput, "currency" | "chain">
): PayablePair {
  const chosen = pairs.find(
    (pair) =>
      (!currency || pair.currency === currency) &&
      (!chain || pair.chain === null || pair.chain === chain)
  )
  if (!chosen) {
    const [first] = pairs
    const wanted = { currency, chain: first?.chain === null ? null : chain }
    const offered = pairs.map(pairText).join(", ")
    throw invalid(
      `${notAvailable(wanted)}${offered && ` Offered here: ${offered}.`}`
    )
  }
  return chosen
}

import { chainsOf, STABLECOINS } from "../../../gateway"
import { ALL_COINS } from "./coins-by-chain"
import { onchainSchema } from "./options"
import type { EffectiveValue } from "./effective-settings"

/** Keys of the offered chains and the default chain. */
export const CHAIN_KEYS = {
  offered: "onchain.chains",
  chosen: "onchain.default_chain",
} as const

const { chains, defaultChain } = onchainSchema.shape

/**
 * Resolves conflicts between config and admin over chains. The config wins, and
 * the rail keeps working. The admin's default chain counts only if it is
 * offered. The config's default chain is always offered.
 *
 * @returns the values that change, with the reason
 */
export function mergeChains(
  values: Readonly<Record<string, EffectiveValue>>
): Record<string, EffectiveValue> {
  const { offered: offeredKey, chosen: chosenKey } = CHAIN_KEYS
  const [offered, chosen] = [values[offeredKey], values[chosenKey]]
  const coins = chains.safeParse(offered?.value).data ?? ALL_COINS
  const one = defaultChain.safeParse(chosen?.value).data
  if (!one || one in coins) {
    return {}
  }
  if (chosen?.source === "admin") {
    const problem = `${one} is not among the networks that are offered: choose a default among ${chainsOf(coins).join(", ")}`
    return { [chosenKey]: { source: "none", value: undefined, problem } }
  }
  if (offered?.source === "admin") {
    const problem = `must contain ${one}, which is the default network by onchain.defaultChain in medusa-config.ts`
    const value = { ...coins, [one]: [...STABLECOINS] }
    return { [offeredKey]: { ...offered, value, problem } }
  }
  return {}
}

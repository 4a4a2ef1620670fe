import { CHAINS } from "../../../gateway"
import { onchainSchema } from "./options"
import type { EffectiveValue } from "./effective-settings"

/** Where the networks that are offered and the default one are, by their names. */
export const CHAIN_KEYS = {
  offered: "onchain.chains",
  chosen: "onchain.default_chain",
} as const

const { chains, defaultChain } = onchainSchema.shape

/**
 * Makes the networks fit each other, where config and admin disagree: the
 * config wins, and the rail goes on. A default of the admin's counts only if
 * it is offered; one of the config's is offered, whatever the admin offers.
 *
 * @returns the values that differ by it, with what is wrong with them
 */
export function mergeChains(
  values: Readonly<Record<string, EffectiveValue>>
): Record<string, EffectiveValue> {
  const { offered: offeredKey, chosen: chosenKey } = CHAIN_KEYS
  const [offered, chosen] = [values[offeredKey], values[chosenKey]]
  const list = chains.safeParse(offered?.value).data ?? [...CHAINS]
  const one = defaultChain.safeParse(chosen?.value).data
  if (!one || list.includes(one)) {
    return {}
  }
  if (chosen?.source === "admin") {
    const problem = `${one} is not among the networks that are offered: choose a default among ${list.join(", ")}`
    return { [chosenKey]: { source: "none", value: undefined, problem } }
  }
  if (offered?.source === "admin") {
    const problem = `must contain ${one}, which is the default network by onchain.defaultChain in medusa-config.ts`
    return { [offeredKey]: { ...offered, value: [...list, one], problem } }
  }
  return {}
}

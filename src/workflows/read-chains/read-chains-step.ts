import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { proveChain } from "./prove-chain"
import { proveRefunds } from "./prove-refunds"
import { watchChains } from "./watch-chains"

/** Counts of one pass. */
export type ReadChains = {
  /** Payments and refunds whose transfer was looked up. */
  looked_up: number
  /** Transfers that were matched with payments. */
  matched: number
}

/**
 * Each chain is read separately, so that one that does not answer delays no
 * other. Not compensated: what a chain shows is a fact.
 */
export const readChainsStep = createStep(
  "read-stablecoin-chains",
  async (_: Record<string, never>, { container }) => {
    const { chainPolicies } = container.resolve(STABLECOIN_MODULE)
    const chains = await chainPolicies.chains()
    const [matched, ...lookedUp] = await Promise.all([
      watchChains(container),
      ...chains.flatMap((chain) => [
        proveChain(container, chain),
        proveRefunds(container, chain),
      ]),
    ])
    const looked_up = lookedUp.reduce((sum, count) => sum + count, 0)
    return new StepResponse<ReadChains>({ looked_up, matched })
  }
)

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Chain } from "../../gateway"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { enqueueSettle } from "../enqueue"

/** Payments of one chain per pass. The next pass reads the others. */
const READ_AT_MOST = 450
/** As many as one request takes. */
const BATCH = 90

/** The number of payments whose transfer one pass has read. */
export type ProvedPayments = { read: number }

/**
 * Each chain is read separately, so that one that does not answer delays no
 * other. Not compensated: an answer of the chain is a fact.
 */
export const provePaymentsStep = createStep(
  "prove-stablecoin-payments",
  async (_: Record<string, never>, { container }) => {
    const chains = await container.resolve(STABLECOIN_MODULE).proofs.chains()
    const read = await Promise.all(
      chains.map((chain) => proveChain(container, chain))
    )
    const total = read.reduce((sum, count) => sum + count, 0)
    return new StepResponse<ProvedPayments>({ read: total })
  }
)

async function proveChain(
  container: MedusaContainer,
  chain: Chain
): Promise<number> {
  const { proofs } = container.resolve(STABLECOIN_MODULE)
  const due = await proofs.due(chain, READ_AT_MOST)
  for (let from = 0; from < due.length; from += BATCH) {
    const batch = due.slice(from, from + BATCH)
    const { toSettle, error } = await proofs.prove(chain, batch)
    toSettle.forEach((id) => enqueueSettle(container, id))
    if (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: ${due.length - from} transfers on ${chain} could not all be looked up now, and will be tried again: ${error.message}`
        )
      return from
    }
  }
  return due.length
}

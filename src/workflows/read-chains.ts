import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { Chain } from "../gateway"
import { enqueueSettle } from "./enqueue"
import { messageOf } from "../shared/message-of"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Reads the chains that have an endpoint: the transfers of paid payments, and
 * the transfers to addresses that buyers were shown. Then settles the payments
 * that Medusa has to follow.
 *
 * Each chain is read separately, so that one that does not answer delays no
 * other. Not compensated: what a chain shows is a fact.
 *
 * @returns how many transfers of payments were looked up, and how many
 *   transfers were matched with payments
 *
 * @example
 * const { result } = await readChainsWorkflow(container).run({ input: {} })
 * // { looked_up: 12, matched: 1 }
 */
export const readChainsWorkflow = oneStepWorkflow(
  "read-stablecoin-chains",
  async (container) => {
    const { proofs } = container.resolve(STABLECOIN_MODULE)
    const chains = await proofs.chains()
    const [matched, ...lookedUp] = await Promise.all([
      watchChains(container),
      ...chains.map((chain) => proveChain(container, chain)),
    ])
    const looked_up = lookedUp.reduce((sum, count) => sum + count, 0)
    return { looked_up, matched }
  }
)

/**
 * Reads the transfers to addresses that buyers were shown, and matches them
 * with payments.
 *
 * @returns how many were matched
 */
async function watchChains(container: MedusaContainer): Promise<number> {
  const { watch, transferMatches } = container.resolve(STABLECOIN_MODULE)
  await Promise.all(
    (await watch.claim()).map(async (claimed) => {
      // One chain's trouble must not keep the others from being matched.
      const error = await watch.read(claimed).catch((thrown: unknown) => thrown)
      if (error) {
        const { chain } = claimed.cursor
        warnUnread(
          container,
          `transfers on ${chain} could not all be read`,
          error
        )
      }
    })
  )
  return await transferMatches.match()
}

/**
 * Looks up the transfers of paid payments that are due.
 *
 * @returns how many were looked up
 */
async function proveChain(
  container: MedusaContainer,
  chain: Chain
): Promise<number> {
  const { proofs } = container.resolve(STABLECOIN_MODULE)
  const { answered, toSettle, error } = await proofs.proveDue(chain)
  toSettle.forEach((id) => enqueueSettle(container, id))
  if (error) {
    const what = `transfers on ${chain} could not all be looked up`
    warnUnread(container, what, error)
  }
  return answered
}

/** Warns of a chain that can't be read, which the next pass repeats. */
function warnUnread(
  container: MedusaContainer,
  what: string,
  error: unknown
): void {
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `Stablecoin payments: ${what} now, and will be tried again: ${messageOf(error)}`
    )
}

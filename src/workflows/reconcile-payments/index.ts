import { randomUUID } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { settlePaymentWorkflow } from "../settle-payment"
import { reconcile, type Reconciled } from "./reconcile"
import { oneStepWorkflow } from "../one-step-workflow"

/**
 * Runs one pass over all that is due: unprocessed webhooks, payments whose
 * webhook may have been lost, and unsettled payments. Nothing to compensate:
 * reports of the gateway are permanent facts, and settling acts on the current
 * state.
 *
 * @example
 * const { result } = await reconcilePaymentsWorkflow(container).run({ input: {} })
 * // { reconciled, read, recovered: { paid, cancelled }, slowed }
 */
export const reconcilePaymentsWorkflow = oneStepWorkflow(
  "reconcile-stablecoin-payments",
  async (container) => {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { result, failures } = await reconcile({
      stablecoin,
      owner: randomUUID(),
      settle: async (payment_id) => {
        await settlePaymentWorkflow(container).run({ input: { payment_id } })
      },
    })
    report(logger, result, failures)
    return result
  }
)

/** Logs one line when something was recovered, and one per kind of failure. */
function report(
  logger: Logger,
  { recovered, slowed }: Reconciled,
  failures: readonly string[]
): void {
  const { paid, cancelled } = recovered
  if (paid || cancelled) {
    logger.info(
      `Stablecoin payments: recovered ${paid} paid, ${cancelled} cancelled.`
    )
  }
  if (slowed) {
    logger.warn(
      "Stablecoin payments: the gateway rate-limits requests (429), so some payments are reconciled later."
    )
  }
  for (const failure of failures) {
    logger.warn(`Stablecoin payments: ${failure}`)
  }
}

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { messageOf } from "../shared/message-of"
import { CHECKS } from "../health/checks"
import { type CheckHealthInput, openContext } from "../health/context"
import { runChecks } from "../health/run-checks"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Checks whether payments can be started, webhooks arrive and exceptions are
 * resolved, and logs each new error once. Leaves nothing behind, so there is
 * nothing to compensate.
 */
export const checkHealthWorkflow = oneStepWorkflow(
  "check-stablecoin-health",
  async (container, input: CheckHealthInput) => {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const context = openContext(container, input)
    const { health } = context.stablecoin
    const run = async () => {
      const found = await runChecks(CHECKS, context, {
        onError: (id, error) =>
          logger.warn(
            `Stablecoin payments: the health check ${id} failed: ${messageOf(error)}`
          ),
      })
      for (const { id, message, remedy } of health.note(found.checks)) {
        logger.error(
          `Stablecoin payments: health check ${id}: ${[message, remedy].join(" ")}`
        )
      }
      return found
    }
    return await health.runs.get(run, input)
  }
)

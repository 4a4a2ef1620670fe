import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { messageOf } from "../../shared/message-of"
import type { CheckHealthInput } from "../../health"

/**
 * Runs all health checks. Leaves nothing behind, so there is nothing to
 * compensate.
 */
export const checkHealthStep = createStep(
  "check-stablecoin-health",
  async (input: CheckHealthInput, { container }) => {
    // Imported late, since a store's boot runs no check.
    const { CHECKS, openContext, runChecks } =
      await import("../../health/index.js")
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const context = openContext(container, input)
    const run = () =>
      runChecks(CHECKS, context, {
        onError: (id, error) =>
          logger.warn(
            `Stablecoin payments: the health check ${id} failed: ${messageOf(error)}`
          ),
      })
    const health = await context.stablecoin.health.runs.get(run, input)
    return new StepResponse(health)
  }
)

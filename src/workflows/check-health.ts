import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { messageOf } from "../shared/message-of"
import { CHECKS } from "../health/checks"
import { type CheckHealthInput, openContext } from "../health/context"
import { runChecks } from "../health/run-checks"

/**
 * Runs all health checks, and logs each new error once. Leaves nothing behind,
 * so there is nothing to compensate.
 */
const checkHealthStep = createStep(
  "check-stablecoin-health",
  async (input: CheckHealthInput, { container }) => {
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
    return new StepResponse(await health.runs.get(run, input))
  }
)

/**
 * Checks whether payments can be started, webhooks arrive and exceptions are
 * resolved.
 */
export const checkHealthWorkflow = createWorkflow(
  "check-stablecoin-health",
  (input: WorkflowData<CheckHealthInput>) =>
    new WorkflowResponse(checkHealthStep(input))
)

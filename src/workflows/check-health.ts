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
 * Runs all health checks. Leaves nothing behind, so there is nothing to
 * compensate.
 */
const checkHealthStep = createStep(
  "check-stablecoin-health",
  async (input: CheckHealthInput, { container }) => {
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

/**
 * Checks whether payments can be started, webhooks arrive and exceptions are
 * resolved.
 */
export const checkHealthWorkflow = createWorkflow(
  "check-stablecoin-health",
  (input: WorkflowData<CheckHealthInput>) =>
    new WorkflowResponse(checkHealthStep(input))
)

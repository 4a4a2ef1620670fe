import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { messageOf } from "../message-of"
import { CHECKS } from "./checks"
import { type CheckHealthInput, openRoom } from "./room"
import { runChecks } from "./run-checks"

/** Looks at everything that payments need. Leaves nothing behind, so that there is nothing to undo. */
export const checkHealthStep = createStep(
  "check-stablecoin-health",
  async (input: CheckHealthInput, { container }) => {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const room = openRoom(container, input)
    const run = () =>
      runChecks(CHECKS, room, {
        onError: (id, error) =>
          logger.warn(
            `Stablecoin payments: the health check ${id} failed: ${messageOf(error)}`
          ),
      })
    const health = await room.stablecoin.health.runs.get(run, input)
    return new StepResponse(health)
  }
)

import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** So many in one statement, so that none locks the table for long. */
const BATCH = 1000

/**
 * Deletes the deliveries that outlived `deliveryRetention`, batch by batch.
 * What was deleted is gone: there is nothing to undo it with. Without settings
 * that can be read nothing is deleted.
 *
 * @returns how many were deleted
 */
export const purgeDeliveriesStep = createStep(
  "purge-stablecoin-deliveries",
  async (_: Record<string, never>, { container }) => {
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const { general } = await stablecoin.settings()
    if (!general.ok) {
      return new StepResponse(0)
    }
    let deleted = 0
    let last = BATCH
    while (last === BATCH) {
      last = await stablecoin.deliveries.purge(
        general.value.deliveryRetention,
        BATCH
      )
      deleted += last
    }
    return new StepResponse(deleted)
  }
)

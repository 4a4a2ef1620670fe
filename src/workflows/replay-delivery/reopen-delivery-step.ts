import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { ProcessDeliveryInput } from "../process-delivery/apply-delivery-step"

/**
 * Has a delivery driven again. Not undone: if nobody drives it, the job does.
 *
 * @throws MedusaError when it is unknown (404) or driven at this moment (409)
 */
export const reopenDeliveryStep = createStep(
  "reopen-stablecoin-delivery",
  async ({ delivery_id }: ProcessDeliveryInput, { container }) => {
    const reopened = await container
      .resolve<StablecoinModuleService>(STABLECOIN_MODULE)
      .deliveries.reopen(delivery_id)
    if (!("refused" in reopened)) {
      return new StepResponse(void 0)
    }
    throw reopened.refused === "unknown_delivery"
      ? new MedusaError(
          MedusaError.Types.NOT_FOUND,
          `There is no delivery ${delivery_id}.`
        )
      : new MedusaError(
          MedusaError.Types.CONFLICT,
          `Delivery ${delivery_id} is being processed at this moment. Look at it again in a minute.`
        )
  }
)

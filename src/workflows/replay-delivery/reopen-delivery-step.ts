import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { ReopenedDelivery } from "../../modules/stablecoin/store/delivery-retries"
import type { ProcessDeliveryInput } from "../process-delivery/apply-delivery-step"

/**
 * Has a delivery driven again. Not undone: if nobody drives it, the job does.
 *
 * @throws MedusaError when it is unknown (404), driven at this moment (409) or was erased (400)
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
    throw refusal(delivery_id, reopened.refused)
  }
)

function refusal(
  id: string,
  refused: Extract<ReopenedDelivery, { refused: string }>["refused"]
): MedusaError {
  const { NOT_FOUND, CONFLICT, NOT_ALLOWED } = MedusaError.Types
  switch (refused) {
    case "unknown_delivery":
      return new MedusaError(NOT_FOUND, `There is no delivery ${id}.`)
    case "being_driven":
      return new MedusaError(
        CONFLICT,
        `Delivery ${id} is being processed at this moment. Look at it again in a minute.`
      )
    case "body_erased":
      return new MedusaError(
        NOT_ALLOWED,
        `Delivery ${id} can't be processed again: its body was erased. Have the gateway send the webhook again.`
      )
  }
}

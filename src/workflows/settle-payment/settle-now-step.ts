import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { settlePaymentWorkflow } from "."
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { messageOf } from "../../shared/message-of"
import type { SettlePaymentInput } from "./settle-payment-step"

/**
 * Settles at once, or leaves it to the job. A user's change stays recorded,
 * also when Medusa can't follow now.
 *
 * @returns whether it is settled
 */
export const settleNowStep = createStep(
  "settle-stablecoin-payment-now",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    try {
      await settlePaymentWorkflow(container).run({ input: { payment_id } })
      return new StepResponse(true)
    } catch (error) {
      const stablecoin = container.resolve(STABLECOIN_MODULE)
      const payment = await stablecoin.payments.find({ id: payment_id })
      if (payment) {
        await stablecoin.schedules.scheduleReconcile(payment)
      }
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: payment ${payment_id} could not be settled now, and is left to the job: ${messageOf(error)}`
        )
      return new StepResponse(false)
    }
  }
)

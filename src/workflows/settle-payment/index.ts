import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { messageOf } from "../../shared/message-of"
import { oneStepWorkflow } from "../one-step-workflow"
import { settlePayment } from "./settle"

export type SettlePaymentInput = { payment_id: string }

/**
 * The only path into Medusa's payments. It can be run any number of times: it
 * performs only the steps that are missing.
 *
 * @example
 * await settlePaymentWorkflow(container).run({ input: { payment_id: "stpay_…" } })
 */
export const settlePaymentWorkflow = oneStepWorkflow(
  "settle-stablecoin-payment",
  async (container, { payment_id }: SettlePaymentInput) => {
    await settlePayment(container, payment_id)
  }
)

/**
 * Settles at once, or leaves it to the job. A user's change stays recorded,
 * also when Medusa can't follow now.
 *
 * @returns whether it is settled
 */
export async function settleNow(
  container: MedusaContainer,
  payment_id: string
): Promise<boolean> {
  try {
    await settlePaymentWorkflow(container).run({ input: { payment_id } })
    return true
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
    return false
  }
}

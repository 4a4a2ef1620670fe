import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { messageOf } from "../../shared/message-of"
import { settlePayment } from "./settle"

export type SettlePaymentInput = { payment_id: string }

/** Nothing to compensate: see `settlePayment`. */
export const settlePaymentStep = createStep(
  "settle-stablecoin-payment",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    await settlePayment(container, payment_id)
    return new StepResponse(void 0)
  }
)

/**
 * The only path into Medusa's payments. It can be run any number of times: it
 * performs only the steps that are missing.
 *
 * @example
 * await settlePaymentWorkflow(container).run({ input: { payment_id: "stpay_…" } })
 */
export const settlePaymentWorkflow = createWorkflow(
  "settle-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    settlePaymentStep(input)
    return new WorkflowResponse(void 0)
  }
)

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

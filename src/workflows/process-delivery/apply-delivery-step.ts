import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { ExceptionDraft } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { PARSE_WEBHOOK } from "../../modules/stablecoin/accept-webhook"
import { findReportedPayment } from "../../modules/stablecoin/find-reported-payment"
import { judgeReport } from "../../modules/stablecoin/judge-report"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { DeliveryRow } from "../../modules/stablecoin/store/tables"
import { messageOf } from "../message-of"

export type ProcessDeliveryInput = { delivery_id: string }

/**
 * Turns a stored delivery into a fact of the ledger. A fact is not undone:
 * what the gateway said, it said.
 *
 * @returns the payment to settle, or null when there is none
 */
export const applyDeliveryStep = createStep(
  "apply-stablecoin-delivery",
  async ({ delivery_id }: ProcessDeliveryInput, { container }) => {
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const delivery = await stablecoin.deliveries.find(delivery_id)
    if (!delivery || delivery.status === "ignored") {
      return new StepResponse(null)
    }
    if (delivery.status === "processed") {
      return new StepResponse(delivery.payment_id)
    }
    try {
      const report = PARSE_WEBHOOK[delivery.rail](
        Buffer.from(delivery.body, "utf8")
      )
      const judged = judgeReport(
        report,
        await findReportedPayment(stablecoin, report)
      )
      if (judged.is === "fact") {
        const { payment, fact } = judged
        await stablecoin.applyFact(payment.id, fact, "webhook", delivery_id)
        return new StepResponse(payment.id)
      }
      if (judged.is === "nameless money") {
        await stablecoin.openException(null, namelessPayment(delivery))
      }
      await stablecoin.deliveries.ignore(delivery_id, judged.reason)
      return new StepResponse(null)
    } catch (error) {
      await noteFailure(container, delivery_id, error)
      throw error
    }
  }
)

/** With a database that is down there is nowhere to note it: the job takes the delivery up when its time is over. */
async function noteFailure(
  container: MedusaContainer,
  id: string,
  error: unknown
): Promise<void> {
  try {
    await container
      .resolve<StablecoinModuleService>(STABLECOIN_MODULE)
      .deliveries.fail(id, String(error))
  } catch (unnoted) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Stablecoin payments: the failure of delivery ${id} could not be noted: ${messageOf(unnoted)}`
      )
  }
}

function namelessPayment({ id, rail }: DeliveryRow): ExceptionDraft {
  return {
    kind: "unreadable_event",
    key: [id, "unreadable_event"].join(":"),
    message: `The gateway says that something was paid on the ${rail} rail, and not for which order. Compare delivery ${id} with the gateway's portal.`,
    details: { delivery_id: id },
  }
}

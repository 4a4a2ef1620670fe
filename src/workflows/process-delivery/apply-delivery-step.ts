import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { factOf } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { PARSE_WEBHOOK } from "../../modules/stablecoin/accept-webhook"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { findReportedPayment } from "./find-payment"

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
    const delivery = await stablecoin.findDelivery(delivery_id)
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
      const payment = await findReportedPayment(stablecoin, report)
      const fact = factOf(report)
      if (!payment || !fact) {
        await stablecoin.ignoreDelivery(
          delivery_id,
          payment
            ? `The event ${report.event} says nothing that the ledger knows.`
            : "It is about no payment of this store."
        )
        return new StepResponse(null)
      }
      await stablecoin.applyFact(payment.id, fact, "webhook", delivery_id)
      return new StepResponse(payment.id)
    } catch (error) {
      await stablecoin.failDelivery(delivery, String(error))
      throw error
    }
  }
)

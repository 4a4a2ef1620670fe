import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { lookAtPaymentWorkflow } from "./look-at-payment"
import { processDeliveryWorkflow } from "./process-delivery"
import { Worker } from "./worker"

/** As many as a small database pool bears beside the store's own requests. */
const worker = new Worker(4)

/** Has a stored delivery processed at once, after the answer. */
export function wakeForDelivery(
  container: MedusaContainer,
  deliveryId: string
): void {
  run(container, `delivery ${deliveryId}`, async () => {
    await processDeliveryWorkflow(container).run({
      input: { delivery_id: deliveryId },
    })
  })
}

/** Has a payment looked at at once, after the answer. */
export function wakeForPayment(
  container: MedusaContainer,
  paymentId: string
): void {
  run(container, `payment ${paymentId}`, async () => {
    await lookAtPaymentWorkflow(container).run({
      input: { payment_id: paymentId },
    })
  })
}

function run(
  container: MedusaContainer,
  what: string,
  task: () => Promise<void>
): void {
  worker.push(async () => {
    try {
      await task()
    } catch (error) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(
        `Stablecoin payments: ${what} could not be settled now, and will be tried again: ${messageOf(error)}`
      )
    }
  })
}

/** A workflow may throw what its step threw as a plain object, which says nothing of itself. */
function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error)
}

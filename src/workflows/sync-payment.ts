import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { gatewayFailure, mustFindPayment } from "./admin-errors"
import { oneStepWorkflow } from "./one-step-workflow"
import { settleNow, type SettlePaymentInput } from "./settle-payment"

/**
 * Syncs a payment at an admin's request: reads it from the gateway where it can
 * be read, and makes Medusa match. Not compensated: the result is a permanent
 * fact.
 *
 * @returns whether it could be read, and whether it is settled
 * @throws MedusaError (404) for an unknown payment, and when the gateway does
 *   not respond
 */
export const syncPaymentWorkflow = oneStepWorkflow(
  "sync-stablecoin-payment",
  async (container, { payment_id }: SettlePaymentInput) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const payment = await mustFindPayment(container, payment_id)
    const readable = await stablecoin.orders.isReadable(payment)
    try {
      await stablecoin.orders.read(payment, "admin")
    } catch (error) {
      throw gatewayFailure(error)
    }
    return { readable, settled: await settleNow(container, payment_id) }
  }
)

import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Payment } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"

/** The user who refunds, and why. */
type Origin = { created_by?: string; note?: string }

/**
 * Refunds captured money in Medusa, whose call of the provider writes the refund
 * due: one refund in both records.
 *
 * @param amount exact decimal in the cart's currency
 * @returns id of Medusa's refund; null where Medusa has no payment
 */
export async function refundInMedusa(
  container: MedusaContainer,
  { id, session_id }: Pick<Payment, "id" | "session_id">,
  amount: string,
  origin: Origin = {}
): Promise<string | null> {
  const service = container.resolve(Modules.PAYMENT)
  const [captured] = await service.listPayments({
    payment_session_id: session_id,
  })
  if (!captured) {
    return null
  }
  const { id: payment_id } = captured
  const before = await service.listRefunds({ payment_id })
  const refund = { payment_id, amount, ...origin }
  const { medusa } = container.resolve(STABLECOIN_MODULE)
  const state = await medusa.readState(id)
  if (state?.medusa.order?.canceled === false) {
    await refundPaymentWorkflow(container).run({ input: refund })
  } else {
    // The workflow needs an order that it can record the refund with.
    await service.refundPayment(refund)
  }
  // The order's page may have made another one at the same moment.
  const made = (await service.listRefunds({ payment_id })).find(
    (each) =>
      each.created_by === (origin.created_by ?? null) &&
      before.every((known) => known.id !== each.id)
  )
  return made?.id ?? null
}

import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"

/**
 * Places the order of a cart. Medusa reserves the stock first and authorizes
 * last, so a cart that can't be completed captures and refunds nothing.
 *
 * Medusa's workflow of captures emits an event; a capture by the authorization
 * does not. Subscribers receive the same event here.
 *
 * @throws Error with Medusa's reason if the cart can't be completed
 */
export async function completeCart(
  container: MedusaContainer,
  { session_id }: Payment,
  cartId: string
): Promise<void> {
  await completeCartWorkflow(container).run({ input: { id: cartId } })
  const [own] = await container
    .resolve(Modules.PAYMENT)
    .listPayments(
      { payment_session_id: session_id },
      { select: ["id", "captured_at"] }
    )
  if (own?.captured_at) {
    await container.resolve(Modules.EVENT_BUS).emit({
      name: PaymentEvents.CAPTURED,
      data: { id: own.id },
    })
  }
}

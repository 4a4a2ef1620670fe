import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { withCollectionLock } from "./collection-lock"
import { refundInMedusa } from "./refund-in-medusa"

/**
 * Makes money due to the buyer that was kept for an order, and exceeds what the
 * order asks for by now.
 *
 * @param order_id only of this order
 */
export async function refundKept(
  container: MedusaContainer,
  order_id?: string
): Promise<void> {
  const { payments, refunds } = container.resolve(STABLECOIN_MODULE)
  for (const { payment_id } of await refunds.refundKept(order_id)) {
    const payment = await payments.find({ id: payment_id })
    if (payment) {
      await withCollectionLock(container, payment, async () => {
        // Another process may have refunded it meanwhile.
        const captured = await refunds.refundKept(order_id)
        const own = captured.find((each) => each.payment_id === payment_id)
        if (own) {
          await refundInMedusa(container, payment, own.amount)
        }
      })
    }
  }
}

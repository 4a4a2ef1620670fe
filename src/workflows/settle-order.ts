import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { ChangedOrder, UncoveredMoney } from "../modules/stablecoin/types"
import { messageOf } from "../shared/message-of"
import { withCollectionLock } from "./collection-lock"
import { enqueuePayment } from "./enqueue"
import { refundInMedusa } from "./refund-in-medusa"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Has the payments of an order settled that was placed or changed, or whose money
 * moved, and returns money that was kept for it, as far as it does not ask for
 * it any more.
 *
 * Most payments of a placed order are being settled already: that placed the
 * order. The others would wait for their next attempt.
 */
export const settleOrderWorkflow = oneStepWorkflow(
  "settle-stablecoin-order",
  async (container, order: ChangedOrder) => {
    await settlePaymentsOf(container, order)
    if (!("is_placed" in order)) {
      await refundKept(container, order)
    }
  }
)

/**
 * Has payments of an order settled. Scheduled first, so that the job settles
 * them if this process does not.
 */
export async function settlePaymentsOf(
  container: MedusaContainer,
  order: ChangedOrder
): Promise<void> {
  const { schedules } = container.resolve(STABLECOIN_MODULE)
  for (const id of await schedules.reconcileOrder(order)) {
    enqueuePayment(container, id)
  }
}

/**
 * Returns money that was kept for an order, as far as the order does not ask for
 * it any more. One that can't be returned now is tried again by the audit, which
 * names it.
 *
 * @param of only of this order, or of the order of one of Medusa's payments
 */
export async function refundKept(
  container: MedusaContainer,
  of?: { order_id?: string; medusa_payment_id?: string }
): Promise<void> {
  const { refunds } = container.resolve(STABLECOIN_MODULE).repository
  for (const kept of await refunds.listUncovered(of)) {
    try {
      await returnOne(container, kept)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: deposit ${kept.deposit_id} could not be returned, and is tried again: ${messageOf(error)}`
        )
    }
  }
}

async function returnOne(
  container: MedusaContainer,
  kept: UncoveredMoney
): Promise<void> {
  const { payments, refunds } = container.resolve(STABLECOIN_MODULE)
  const payment = kept.payment_id
    ? await payments.find({ id: kept.payment_id })
    : null
  const policies = payment && (await payments.policiesOf(payment))
  const run = async () => (await refunds.refundKept(kept, policies)).captured
  if ((await run()) && payment) {
    await withCollectionLock(container, payment, async () => {
      // Another process may have refunded it meanwhile.
      const captured = await run()
      if (captured) {
        await refundInMedusa(container, payment, captured)
      }
    })
  }
}

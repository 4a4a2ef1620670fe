import { retryAt, type ScheduledPayment } from "../../ledger"
import type { FinishedReconcile } from "../../modules/stablecoin/types"
import type { Semaphore } from "../../shared/semaphore"
import type { PaymentsLine } from "./pass"

/**
 * Settles payments, as many at once as the semaphore allows. Releases those for
 * which no time is left or whose gateway is paused.
 *
 * @returns how many were reconciled
 */
export async function settleAll(
  { reconciliation, owner, settle, isOver, unsettled }: PaymentsLine,
  gate: Semaphore,
  payments: readonly ScheduledPayment[]
): Promise<number> {
  const left: ScheduledPayment[] = []
  const failed: FinishedReconcile[] = []
  const settleOne = async (payment: ScheduledPayment): Promise<void> => {
    if (isOver() || reconciliation.isPaused(payment)) {
      left.push(payment)
      return
    }
    try {
      await settle(payment.id)
    } catch (error) {
      unsettled.add(payment.id, error)
      failed.push({ seen: payment, next: retryAt(payment, new Date()) })
    }
  }
  await Promise.all(
    payments.map((payment) => gate.run(() => settleOne(payment)))
  )
  await reconciliation.finish(owner, failed)
  await reconciliation.giveBack(owner, left)
  return payments.length - left.length
}

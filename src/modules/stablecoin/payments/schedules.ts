import type { Chain } from "../../../gateway"
import type { Payment } from "../../../ledger"
import type { Repository } from "../repository"

/** Medusa places the order of an authorized payment within seconds. */
const ORDERED_WITHIN_MS = 60_000

/** When single payments are reconciled next. Passes use Reconciliation. */
export class Schedules {
  constructor(private readonly repository: Repository) {}

  async scheduleReconcile(
    where: Pick<Payment, "session_id" | "rail">
  ): Promise<void> {
    await this.repository.schedules.scheduleReconcile(where, new Date())
  }

  /**
   * Schedules a payment once Medusa has finished the operation around this
   * call, or its process has died. A payment that is being retried keeps its
   * attempts.
   */
  async scheduleAfterMedusa({ id }: Pick<Payment, "id">): Promise<void> {
    await this.repository.schedules.scheduleAfterMedusa(id, new Date())
  }

  /**
   * Has a payment reconciled once its order has had time to be placed, also if
   * it was not reconciled any more or only after a long pause.
   */
  async reconcileSoon({ id }: Pick<Payment, "id">): Promise<void> {
    const now = new Date()
    const at = new Date(now.getTime() + ORDERED_WITHIN_MS)
    await this.repository.schedules.scheduleBy(id, at, now)
  }

  /**
   * Makes the paid payments of a placed order due, unless they are being settled
   * or soon are.
   *
   * @returns their ids
   */
  async reconcileOrdered(orderId: string): Promise<string[]> {
    const now = new Date()
    const soon = new Date(now.getTime() + ORDERED_WITHIN_MS)
    return await this.repository.medusa.scheduleOrdered(orderId, soon, now)
  }

  /**
   * Schedules the payments whose order had a rest due or had taken too much, after
   * one of the order's payments was captured or refunded.
   *
   * @returns their ids
   */
  async reconcileUnbalanced(medusaPaymentId: string): Promise<string[]> {
    const { medusa } = this.repository
    return await medusa.scheduleUnbalanced(medusaPaymentId, new Date())
  }

  /**
   * Schedules the other payments of a collection for reconciliation.
   *
   * @returns ids of the paid ones, which Medusa may match by now
   */
  async reconcileSiblings(
    payment: Pick<Payment, "id" | "payment_collection_id">
  ): Promise<string[]> {
    const { payments } = this.repository
    return await payments.reconcileSiblings(payment, new Date())
  }

  /**
   * Makes paid payments of some chains due that are still reconciled, such as
   * those whose capture waits for a proof.
   */
  async reconcileHeld(chains: readonly Chain[]): Promise<void> {
    await this.repository.schedules.rescheduleHeld(chains, new Date())
  }

  /** Finishes the reconciliation of one payment. */
  async finish(
    ...reconcile: Parameters<Repository["schedules"]["finish"]>
  ): Promise<void> {
    await this.repository.schedules.finish(...reconcile)
  }
}

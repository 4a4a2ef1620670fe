import type { MedusaContainer } from "@medusajs/framework/types"
import type { Imbalance } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { AuditedPart } from "../modules/stablecoin/types"
import { refundKept } from "./settle-order"
import { oneStepWorkflow } from "./one-step-workflow"
import { settleNow } from "./settle-payment"

type AuditDepositsInput = Pick<AuditedPart, "from" | "to"> & {
  /** Whether each imbalance opens an exception. Default: no. */
  opens_exceptions?: boolean
}

/** The deposits and orders that are unbalanced at a time. */
export type Audit = {
  /** ISO 8601. */
  checked_at: string
  imbalances: Imbalance[]
}

/**
 * Lists the deposits and orders whose money is not accounted for. An exception
 * about an imbalance stays true, so nothing is compensated.
 *
 * @example
 * const { result } = await auditDepositsWorkflow(container).run({ input: {} })
 * // { checked_at, imbalances }
 */
export const auditDepositsWorkflow = oneStepWorkflow(
  "audit-stablecoin-deposits",
  async (container, { opens_exceptions, ...part }: AuditDepositsInput) => {
    const { health, exceptions } = container.resolve(STABLECOIN_MODULE)
    if (opens_exceptions) {
      // A process may have died before it settled a changed order, and Medusa
      // emits no event about a cancelled exchange or claim.
      await refundKept(container)
      await settleOverpaid(container)
    }
    const imbalances = await health.imbalances(part)
    if (opens_exceptions) {
      await exceptions.openUnbalanced(imbalances)
    }
    const checked_at = new Date().toISOString()
    return { checked_at, imbalances } satisfies Audit
  }
)

/** Settles the payments of orders that have taken more than their total. */
async function settleOverpaid(container: MedusaContainer): Promise<void> {
  const { health, schedules } = container.resolve(STABLECOIN_MODULE)
  for (const { order_id } of await health.imbalances()) {
    const payments = order_id
      ? await schedules.reconcileOrder({ order_id })
      : []
    for (const id of payments) {
      await settleNow(container, id)
    }
  }
}

import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { Imbalance } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { refundKept } from "./refund-kept"

type AuditDepositsInput = {
  /** Whether each imbalance opens an exception. Default: no. */
  opens_exceptions?: boolean
}

/** The deposits and orders that are unbalanced at a time. */
export type Audit = {
  /** ISO 8601. */
  checked_at: string
  imbalances: Imbalance[]
}

/** Nothing to compensate: an exception about an imbalance stays true. */
const auditDepositsStep = createStep(
  "audit-stablecoin-deposits",
  async ({ opens_exceptions }: AuditDepositsInput, { container }) => {
    const { health, exceptions } = container.resolve(STABLECOIN_MODULE)
    if (opens_exceptions) {
      // A process may have died before it settled a changed order.
      await refundKept(container)
    }
    const imbalances = await health.imbalances()
    if (opens_exceptions) {
      await exceptions.openUnbalanced(imbalances)
    }
    const checked_at = new Date().toISOString()
    return new StepResponse({ checked_at, imbalances } satisfies Audit)
  }
)

/**
 * Lists the deposits and orders whose money is not accounted for.
 *
 * @example
 * const { result } = await auditDepositsWorkflow(container).run({ input: {} })
 * // { checked_at, imbalances }
 */
export const auditDepositsWorkflow = createWorkflow(
  "audit-stablecoin-deposits",
  (input: WorkflowData<AuditDepositsInput>) =>
    new WorkflowResponse(auditDepositsStep(input))
)

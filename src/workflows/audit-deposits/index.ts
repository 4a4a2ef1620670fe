import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type AuditDepositsInput,
  auditDepositsStep,
} from "./audit-deposits-step"

export type { Audit } from "./audit-deposits-step"

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

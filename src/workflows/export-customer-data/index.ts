import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type CustomerInput,
  exportCustomerDataStep,
} from "./export-customer-data-step"

/**
 * Lists everything that is stored about a customer: payments with their facts,
 * exceptions, refunds and webhooks. Excludes tokens and links of the checkout.
 *
 * @example
 * const { result } = await exportCustomerDataWorkflow(container).run({
 *   input: { customer_id: "cus_01…" },
 * })
 * // { customer_id, payments: [{ id, amount, …, facts, exceptions, refunds, webhooks, notifications }] }
 */
export const exportCustomerDataWorkflow = createWorkflow(
  "export-stablecoin-customer-data",
  (input: WorkflowData<CustomerInput>) => {
    return new WorkflowResponse(exportCustomerDataStep(input))
  }
)

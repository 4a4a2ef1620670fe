import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { CustomerInput } from "../export-customer-data/export-customer-data-step"
import { forgetCustomerStep } from "./forget-customer-step"

/**
 * Erases a customer from all payments that have ended. Amounts, ids, orders and
 * transaction hashes stay. It can be repeated at any time.
 *
 * @example
 * const { result } = await forgetCustomerWorkflow(container).run({
 *   input: { customer_id: "cus_01…" },
 * })
 * // { customer_id, forgotten: ["stpay_01…"], open: [], kept: [] }
 */
export const forgetCustomerWorkflow = createWorkflow(
  "forget-stablecoin-customer",
  (input: WorkflowData<CustomerInput>) => {
    return new WorkflowResponse(forgetCustomerStep(input))
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { CustomerInput } from "./export-customer-data"

/** Not compensated: erased data stays erased. */
const forgetCustomerStep = createStep(
  "forget-stablecoin-customer",
  async ({ customer_id }: CustomerInput, { container }) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    return new StepResponse(await customers.forget(customer_id))
  }
)

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
  (input: WorkflowData<CustomerInput>) =>
    new WorkflowResponse(forgetCustomerStep(input))
)

import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { CustomerInput } from "./export-customer-data"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Erases a customer from all payments that have ended. Amounts, ids, orders and
 * transaction hashes stay. It can be repeated at any time. Not compensated:
 * erased data stays erased.
 *
 * @example
 * const { result } = await forgetCustomerWorkflow(container).run({
 *   input: { customer_id: "cus_01…" },
 * })
 * // { customer_id, forgotten: ["stpay_01…"], open: [], kept: [] }
 */
export const forgetCustomerWorkflow = oneStepWorkflow(
  "forget-stablecoin-customer",
  async (container, { customer_id }: CustomerInput) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    return await customers.forget(customer_id)
  }
)

import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { oneStepWorkflow } from "./one-step-workflow"

export type CustomerInput = { customer_id: string }

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
export const exportCustomerDataWorkflow = oneStepWorkflow(
  "export-stablecoin-customer-data",
  async (container, { customer_id }: CustomerInput) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    return await customers.export(customer_id)
  }
)

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

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

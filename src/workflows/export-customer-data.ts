import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"

export type CustomerInput = { customer_id: string }

/** Read-only, so there is nothing to compensate. */
const exportCustomerDataStep = createStep(
  "export-stablecoin-customer-data",
  async ({ customer_id }: CustomerInput, { container }) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    return new StepResponse(await customers.export(customer_id))
  }
)

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
  (input: WorkflowData<CustomerInput>) =>
    new WorkflowResponse(exportCustomerDataStep(input))
)

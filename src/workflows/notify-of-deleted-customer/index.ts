import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { CustomerInput } from "../export-customer-data/export-customer-data-step"
import { notifyOfDeletedCustomerStep } from "./notify-of-deleted-customer-step"

/**
 * Offers to erase a deleted customer from their payments, in the admin's
 * notification feed.
 */
export const notifyOfDeletedCustomerWorkflow = createWorkflow(
  "notify-of-deleted-stablecoin-customer",
  (input: WorkflowData<CustomerInput>) => {
    return new WorkflowResponse(notifyOfDeletedCustomerStep(input))
  }
)

/** Functions that one of a store's processes runs for its parent. */
import { container } from "@medusajs/framework"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"

export const calls = {
  /** Runs the scheduled job now instead of waiting for the next full minute. */
  job: async () => await reconcilePaymentsJob(container),
}

export type Calls = typeof calls

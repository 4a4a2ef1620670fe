import type { MedusaContainer } from "@medusajs/framework/types"
import { processStoredWebhooks } from "../workflows/process-webhook-events"
import { reconcilePaymentsWorkflow } from "../workflows/reconcile-payments"

processStoredWebhooks()

/** Runs one reconciliation pass every minute, in any number of processes. */
export default async function reconcilePaymentsJob(
  container: MedusaContainer
): Promise<void> {
  await reconcilePaymentsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "reconcile-stablecoin-payments",
  schedule: "* * * * *",
}

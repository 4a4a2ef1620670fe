import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcilePaymentsWorkflow } from "../workflows/reconcile-payments"

/** Every minute, in however many processes: one pass of the reconciliation. */
export default async function reconcilePaymentsJob(
  container: MedusaContainer
): Promise<void> {
  await reconcilePaymentsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "reconcile-stablecoin-payments",
  schedule: "* * * * *",
}

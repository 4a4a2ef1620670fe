import type { MedusaContainer } from "@medusajs/framework/types"
import { purgePaymentsWorkflow } from "../workflows/purge-payments"

/** Purges the data of payments that ended long ago. */
export default async function purgePayments(
  container: MedusaContainer
): Promise<void> {
  await purgePaymentsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "purge-stablecoin-payments",
  schedule: "37 * * * *",
}

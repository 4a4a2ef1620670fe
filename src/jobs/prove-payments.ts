import type { MedusaContainer } from "@medusajs/framework/types"
import { provePaymentsWorkflow } from "../workflows/prove-payments"

/** Looks up the transfers of paid payments, in any number of processes. */
export default async function provePaymentsJob(
  container: MedusaContainer
): Promise<void> {
  await provePaymentsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "prove-stablecoin-payments",
  schedule: "* * * * *",
}

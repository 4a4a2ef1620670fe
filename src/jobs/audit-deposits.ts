import type { MedusaContainer } from "@medusajs/framework/types"
import { auditDepositsWorkflow } from "../workflows/audit-deposits"

/** Opens an exception about each deposit and order that is unbalanced. */
export default async function auditDeposits(
  container: MedusaContainer
): Promise<void> {
  await auditDepositsWorkflow(container).run({
    input: { opens_exceptions: true },
  })
}

export const config = {
  name: "audit-stablecoin-deposits",
  schedule: "17 3 * * *",
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { checkHealthWorkflow } from "../workflows/check-health"

/** Checks the health, so that an error is logged and counted without a visit. */
export default async function checkHealth(
  container: MedusaContainer
): Promise<void> {
  await checkHealthWorkflow(container).run({ input: { fresh: true } })
}

export const config = {
  name: "check-stablecoin-health",
  schedule: "*/15 * * * *",
}

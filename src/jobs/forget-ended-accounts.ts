import type { MedusaContainer } from "@medusajs/framework/types"
import { forgetAccountsWorkflow } from "../workflows/forget-accounts"

/** Once a day: removes kept credentials that no payment needs any more. */
export default async function forgetEndedAccounts(
  container: MedusaContainer
): Promise<void> {
  await forgetAccountsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "forget-ended-stablecoin-accounts",
  schedule: "17 3 * * *",
}

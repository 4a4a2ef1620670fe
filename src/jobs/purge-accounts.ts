import type { MedusaContainer } from "@medusajs/framework/types"
import { purgeAccountsWorkflow } from "../workflows/purge-accounts"

/** Once a day: removes kept credentials that no payment needs any more. */
export default async function purgeAccounts(
  container: MedusaContainer
): Promise<void> {
  await purgeAccountsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "purge-stablecoin-accounts",
  schedule: "17 3 * * *",
}

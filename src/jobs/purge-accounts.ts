import type { MedusaContainer } from "@medusajs/framework/types"
import { purgeAccountsWorkflow } from "../workflows/purge-accounts"

/** Removes retained credentials that no payment needs any more, once a day. */
export default async function purgeAccounts(
  container: MedusaContainer
): Promise<void> {
  await purgeAccountsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "purge-stablecoin-accounts",
  schedule: "17 3 * * *",
}

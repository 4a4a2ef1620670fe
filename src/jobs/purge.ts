import type { MedusaContainer } from "@medusajs/framework/types"
import { purgeWorkflow } from "../workflows/purge"

/** Purges the data that outlived its retention, once an hour. */
export default async function purge(container: MedusaContainer): Promise<void> {
  await purgeWorkflow(container).run({ input: {} })
}

export const config = {
  name: "purge-stablecoin-data",
  schedule: "17 * * * *",
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { purgeDeliveriesWorkflow } from "../workflows/purge-deliveries"

/** Deletes the webhooks that were kept long enough. */
export default async function purgeDeliveries(
  container: MedusaContainer
): Promise<void> {
  await purgeDeliveriesWorkflow(container).run({ input: {} })
}

export const config = {
  name: "purge-stablecoin-deliveries",
  schedule: "17 * * * *",
}

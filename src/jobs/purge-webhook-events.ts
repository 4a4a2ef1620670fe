import type { MedusaContainer } from "@medusajs/framework/types"
import { purgeWebhookEventsWorkflow } from "../workflows/purge-webhook-events"

/** Deletes webhook events after their retention. */
export default async function purgeWebhookEvents(
  container: MedusaContainer
): Promise<void> {
  await purgeWebhookEventsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "purge-stablecoin-webhook-events",
  schedule: "17 * * * *",
}

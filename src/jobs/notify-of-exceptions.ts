import type { MedusaContainer } from "@medusajs/framework/types"
import { notifyOfExceptionsWorkflow } from "../workflows/notify-of-exceptions"

/**
 * Adds exceptions to the notification feed whose event was lost with its
 * process.
 */
export default async function notifyOfExceptions(
  container: MedusaContainer
): Promise<void> {
  await notifyOfExceptionsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "notify-of-stablecoin-exceptions",
  schedule: "*/5 * * * *",
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { notifyOfExceptionsWorkflow } from "../workflows/notify-of-exceptions"

/** Puts exceptions into the notification feed whose announcement was lost with its process. */
export default async function notifyOfExceptions(
  container: MedusaContainer
): Promise<void> {
  await notifyOfExceptionsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "notify-of-stablecoin-exceptions",
  schedule: "*/5 * * * *",
}

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { STABLECOIN_EVENTS } from "../modules/stablecoin"
import { notifyOfExceptionsWorkflow } from "../workflows/notify-of-exceptions"

/**
 * Adds a new exception to the admin's notification feed at once. A refund due
 * opens one as well.
 */
export default async function notifyOfException({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await notifyOfExceptionsWorkflow(container).run({
    input: { exception_ids: [event.data.id] },
  })
}

export const config: SubscriberConfig = {
  event: STABLECOIN_EVENTS.exceptionOpened,
  context: { subscriberId: "notify-of-stablecoin-exception" },
}

import type {
  CreateNotificationDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { messageOf } from "../shared/message-of"

/** Text of a notification, and what makes it unique. */
type FeedEntry = Required<
  Pick<
    CreateNotificationDTO,
    "trigger_type" | "resource_id" | "resource_type" | "idempotency_key"
  >
> & { title: string; description: string }

/**
 * Adds notifications to the admin's feed, each once however often it is called.
 * Like Medusa's own exports, they name no recipient and so reach every user,
 * whose languages are unknown. If the feed can't be written, this is only
 * logged.
 *
 * @param what subject of that message, such as "2 open exceptions"
 * @returns how many were added
 */
export async function addToFeed(
  container: MedusaContainer,
  what: string,
  entries: readonly FeedEntry[]
): Promise<number> {
  if (!entries.length) {
    return 0
  }
  try {
    const feed = container.resolve(Modules.NOTIFICATION)
    // Medusa skips a key only once it was sent: without a provider for the feed,
    // its notification would be retried permanently. The module filters by this
    // field and returns it, although its types omit it.
    const keys = entries.map(({ idempotency_key }) => idempotency_key)
    const known = (await feed.listNotifications(
      { idempotency_key: keys } as object,
      { select: ["idempotency_key"], take: keys.length }
    )) as unknown as Pick<FeedEntry, "idempotency_key">[]
    const sent = new Set(known.map(({ idempotency_key }) => idempotency_key))
    const missing = entries
      .filter(({ idempotency_key }) => !sent.has(idempotency_key))
      .map(({ title, description, ...entry }) => ({
        to: "",
        channel: "feed",
        template: "admin-ui",
        data: { title: `Stablecoin payments: ${title}`, description },
        ...entry,
      }))
    await feed.createNotifications(missing)
    return missing.length
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Stablecoin payments: ${what} could not be put into the notification feed: ${messageOf(error)}`
      )
    return 0
  }
}

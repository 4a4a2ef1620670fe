import type {
  CreateNotificationDTO,
  INotificationModuleService,
} from "@medusajs/framework/types"

/**
 * Omits notifications that already exist, sent or not. Otherwise, without a
 * provider for the feed, they would be retried permanently.
 */
export async function withoutKnown(
  feed: INotificationModuleService,
  notifications: CreateNotificationDTO[]
): Promise<CreateNotificationDTO[]> {
  if (!notifications.length) {
    return []
  }
  const keys = notifications.flatMap(
    ({ idempotency_key }) => idempotency_key ?? []
  )
  // The module filters by this field and returns it, although its types omit
  // it.
  const known = (await feed.listNotifications(
    { idempotency_key: keys } as object,
    { select: ["idempotency_key"], take: keys.length }
  )) as unknown as Pick<CreateNotificationDTO, "idempotency_key">[]
  const sent = new Set(known.map(({ idempotency_key }) => idempotency_key))
  return notifications.filter(
    ({ idempotency_key }) => !sent.has(idempotency_key)
  )
}

import type {
  CreateNotificationDTO,
  INotificationModuleService,
} from "@medusajs/framework/types"

/** Leaves out notifications that exist already, sent or not: where no provider takes the feed, none is retried forever. */
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
  // The module filters by it and answers it, though its types know neither.
  const known = (await feed.listNotifications(
    { idempotency_key: keys } as object,
    { select: ["idempotency_key"], take: keys.length }
  )) as unknown as Pick<CreateNotificationDTO, "idempotency_key">[]
  const sent = new Set(known.map(({ idempotency_key }) => idempotency_key))
  return notifications.filter(
    ({ idempotency_key }) => !sent.has(idempotency_key)
  )
}

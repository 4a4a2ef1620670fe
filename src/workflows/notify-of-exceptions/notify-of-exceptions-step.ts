import type { CreateNotificationDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_EVENTS, STABLECOIN_MODULE } from "../../modules/stablecoin"
import { messageOf } from "../../shared/message-of"
import { withoutKnown } from "../without-known"

export type NotifyOfExceptionsInput = {
  /** Absent: exceptions of the last day whose announcement was lost. */
  exception_ids?: string[]
}

type Exception = {
  id: string
  kind: string
  message: string
  updated_at: Date
}

const DAY_MS = 24 * 3600 * 1000
/** Younger exceptions are still being announced by their event. */
const ANNOUNCED_WITHIN_MS = 60_000
const AT_ONCE = 500

/**
 * Adds open exceptions to the feed. Not compensated: a user may have read them.
 * If the feed can't be written, this is only logged, since the admin lists the
 * exceptions anyway.
 *
 * @returns how many were added
 */
export const notifyOfExceptionsStep = createStep(
  "notify-of-stablecoin-exceptions",
  async ({ exception_ids }: NotifyOfExceptionsInput, { container }) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const now = Date.now()
    const exceptions: Exception[] = await stablecoin.listStablecoinExceptions(
      {
        status: "open",
        ...(exception_ids
          ? { id: exception_ids }
          : {
              updated_at: {
                $gte: new Date(now - DAY_MS),
                $lte: new Date(now - ANNOUNCED_WITHIN_MS),
              },
            }),
      },
      {
        select: ["id", "kind", "message", "updated_at"],
        order: { created_at: "DESC" },
        take: AT_ONCE,
      }
    )
    const feed = container.resolve(Modules.NOTIFICATION)
    let missing: CreateNotificationDTO[] = []
    try {
      missing = await withoutKnown(feed, exceptions.map(notificationOf))
      if (missing.length) {
        await feed.createNotifications(missing)
      }
      return new StepResponse(missing.length)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: ${missing.length || exceptions.length} open exceptions could not be put into the notification feed: ${messageOf(error)}`
        )
      return new StepResponse(0)
    }
  }
)

/**
 * Like Medusa's own exports, it names no recipient and so reaches every user.
 */
function notificationOf({
  id,
  kind,
  message,
  updated_at,
}: Exception): CreateNotificationDTO {
  return {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: {
      title:
        kind === "refund_due"
          ? "Stablecoin payments: a refund is due"
          : "Stablecoin payments: an exception needs you",
      description: message,
    },
    trigger_type: STABLECOIN_EVENTS.exceptionOpened,
    resource_id: id,
    resource_type: "stablecoin_exception",
    // An exception that was settled and opened again gets a new notification.
    idempotency_key: `${id}:${new Date(updated_at).getTime()}`,
  }
}

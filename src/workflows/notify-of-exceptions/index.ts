import type {
  CreateNotificationDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { traitsOf } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { messageOf } from "../../shared/message-of"
import { oneStepWorkflow } from "../one-step-workflow"
import { withoutKnown } from "../without-known"
import { type AnnouncedException, notificationOf } from "./notification"

type NotifyOfExceptionsInput = {
  /** Absent: exceptions of the last day whose announcement was lost. */
  exception_ids?: string[]
}

const DAY_MS = 24 * 3600 * 1000
/** Younger exceptions are still being announced by their event. */
const ANNOUNCED_WITHIN_MS = 60_000
const AT_ONCE = 500

/**
 * Adds open exceptions to the admin's notification feed, each once however
 * often it runs. Without ids it first opens and resolves those of the rails. Not compensated: a user may have read them. If the feed can't
 * be written, this is only logged, since the admin lists the exceptions anyway.
 *
 * @returns how many were added
 */
export const notifyOfExceptionsWorkflow = oneStepWorkflow(
  "notify-of-stablecoin-exceptions",
  async (container, { exception_ids }: NotifyOfExceptionsInput) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    if (!exception_ids) {
      await reviewRails(stablecoin)
    }
    const now = Date.now()
    const exceptions = await stablecoin.listStablecoinExceptions(
      {
        status: "open",
        ...(exception_ids
          ? { id: exception_ids }
          : {
              opened_at: {
                $gte: new Date(now - DAY_MS),
                $lte: new Date(now - ANNOUNCED_WITHIN_MS),
              },
            }),
      },
      {
        select: ["id", "kind", "reason", "payment_id", "details", "opened_at"],
        order: { created_at: "DESC" },
        take: AT_ONCE,
      }
    )
    const feed = container.resolve(Modules.NOTIFICATION)
    let missing: CreateNotificationDTO[] = []
    try {
      const announced = await withMoney(container, exceptions)
      missing = await withoutKnown(feed, announced.map(notificationOf))
      if (missing.length) {
        await feed.createNotifications(missing)
      }
      return missing.length
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: ${missing.length || exceptions.length} open exceptions could not be put into the notification feed: ${messageOf(error)}`
        )
      return 0
    }
  }
)

/**
 * Opens and resolves the exceptions about rails without webhooks, whose absence
 * is no event, and resolves those about refused coins that are not offered any
 * more.
 */
async function reviewRails({
  exceptions,
  settings,
  webhooks,
}: StablecoinModuleService): Promise<void> {
  await exceptions.openQuiet(await webhooks.health())
  await exceptions.resolveUnoffered(await settings.effective())
}

type OpenException = Pick<
  AnnouncedException,
  "id" | "kind" | "reason" | "opened_at"
> & {
  payment_id: string | null
  details: Record<string, unknown> | null
}

/** Adds payments and refunds of exceptions, and the numbers of their orders. */
async function withMoney(
  container: MedusaContainer,
  exceptions: OpenException[]
): Promise<AnnouncedException[]> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const payments = await stablecoin.listStablecoinPayments(
    { id: exceptions.flatMap(({ payment_id }) => payment_id ?? []) },
    { select: ["id", "amount", "currency", "order_id"] }
  )
  const refunds = await stablecoin.listStablecoinRefunds(
    { id: exceptions.flatMap((exception) => refundIdOf(exception) ?? []) },
    { select: ["id", "amount", "currency"] }
  )
  const { data: orders } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["id", "display_id"],
      filters: { id: payments.flatMap(({ order_id }) => order_id ?? []) },
    })
  return exceptions.map((exception) => {
    const { id, kind, reason, payment_id, opened_at } = exception
    const payment = payments.find((one) => one.id === payment_id) ?? null
    const refundId = refundIdOf(exception)
    const order = orders.find((one) => one.id === payment?.order_id)
    return {
      id,
      kind,
      reason,
      opened_at,
      payment,
      arrived: arrivedOf(exception),
      refund: refunds.find((one) => one.id === refundId) ?? null,
      order_number: order?.display_id ?? null,
    }
  })
}

/** Money that is not the payment's own, as the details name it. */
function arrivedOf({
  details,
  ...problem
}: OpenException): AnnouncedException["arrived"] {
  const { amount, currency } = details ?? {}
  return traitsOf(problem).about === "deposit" &&
    typeof amount === "string" &&
    typeof currency === "string"
    ? { amount, currency }
    : null
}

function refundIdOf({ kind, details }: OpenException): string | null {
  return kind === "refund_due" && typeof details?.refund_id === "string"
    ? details.refund_id
    : null
}

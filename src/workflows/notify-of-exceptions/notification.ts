import type { CreateNotificationDTO } from "@medusajs/framework/types"
import { englishTitle } from "../../exceptions/texts"
import type { Coins } from "../../ledger"
import { STABLECOIN_EVENTS } from "../../modules/stablecoin"

type Money = Pick<Coins, "amount" | "currency">

/** An open exception, with what a merchant recognizes its payment by. */
export type AnnouncedException = {
  id: string
  /** One of EXCEPTION_KINDS, or a kind of a later version. */
  kind: string
  reason: string | null
  opened_at: Date
  payment: Money | null
  /** Coins that arrived for it, if they are not those that were due. */
  arrived: Money | null
  /** Coins to send back: those of the refund that it stands for. */
  refund: Money | null
  /** The order's number as the merchant knows it, without `#`. */
  order_number: number | null
}

/**
 * Composes the notification of an exception. It quotes no id, note or customer,
 * so that nothing in Medusa's table has to be erased with a customer. Like
 * Medusa's own exports, it names no recipient and so reaches every user, whose
 * languages it can't know.
 */
export function notificationOf(
  exception: AnnouncedException
): CreateNotificationDTO {
  const { id, opened_at } = exception
  return {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: {
      title: `Stablecoin payments: ${englishTitle(exception) ?? "An exception needs you"}`,
      description: description(exception),
    },
    trigger_type: STABLECOIN_EVENTS.exceptionOpened,
    resource_id: id,
    resource_type: "stablecoin_exception",
    // Its problem may return once it was settled.
    idempotency_key: `${id}:${new Date(opened_at).getTime()}`,
  }
}

/** A feed has no links, so the text names the page. */
function description({
  kind,
  payment,
  arrived,
  refund,
  order_number,
}: AnnouncedException): string {
  const order = order_number === null ? [] : [`Order #${order_number}.`]
  const page = kind === "refund_due" ? "Refunds" : "Exceptions"
  return [
    ...order,
    ...(refund ? [`${coinsOf(refund)} to send back.`] : []),
    ...(arrived && !refund ? [`${coinsOf(arrived)} arrived.`] : []),
    ...(payment && !refund ? [`Payment of ${coinsOf(payment)}.`] : []),
    `See Stablecoin payments > ${page}.`,
  ].join(" ")
}

function coinsOf({ amount, currency }: Money): string {
  return `${amount} ${currency}`
}

import type { CreateNotificationDTO } from "@medusajs/framework/types"
import { type Coins, type ExceptionName, nameOf } from "../../ledger"
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
 * Titles of the problems, the same as the admin's English ones. Medusa's feed
 * stores one text for all users and can't translate it.
 */
const TITLES: Record<ExceptionName, string> = {
  "deposit_mismatch.amount": "Wrong amount",
  "deposit_mismatch.currency": "Wrong coin",
  "deposit_mismatch.chain": "Wrong network",
  "deposit_mismatch.gateway_id": "Wrong transaction",
  "deposit_mismatch.mode": "Wrong mode",
  "deposit_mismatch.assigned": "Assigned money",
  paid_twice: "Duplicate payment",
  unknown_payment: "Unknown order number",
  "unreported_transfer.exact": "Transfer not confirmed",
  "unreported_transfer.short": "Transfer too small",
  "unreported_transfer.over": "Transfer too large",
  "unreported_transfer.network": "On another network",
  "unreported_transfer.coin": "In another coin",
  "unreported_transfer.late": "Late transfer",
  "unreported_transfer.again": "Paid twice",
  "unreported_transfer.unnamed": "Transfer without a report",
  "unreported_transfer.unclear": "Unclear transfer",
  transfer_reused: "Transfer used twice",
  unknown_at_gateway: "Unknown at the gateway",
  never_answered: "No report from the gateway",
  coin_refused: "Coin refused",
  "webhook_problem.unreadable": "Unreadable report",
  "webhook_problem.unverified": "Unverified webhook",
  "webhook_problem.dead": "Webhook not processed",
  "webhook_problem.quiet": "No webhooks arrive",
  "cart_changed.gone": "Paid after change",
  "cart_changed.amount": "Cart amount changed",
  "cart_changed.cancelled": "Cancelled in Medusa",
  already_covered: "Already paid",
  test_money: "Test payment",
  order_missing: "Order missing",
  sold_out: "Sold out after payment",
  promotion_used_up: "Promotion used up",
  order_incomplete: "Order incomplete",
  not_settled: "Rejected by Medusa",
  "unproven.contradicted": "Contradicted transfer",
  "unproven.not_found": "Transfer not found",
  "unproven.unchecked": "Transfer not checked",
  order_without_money: "Order without money",
  amount_due_changed: "Order amount changed",
  refund_due: "Refund to send",
  "refund_problem.refused": "Refund too large",
  "refund_problem.contradicted": "Contradicted refund",
  unbalanced: "Money not accounted for",
}

/**
 * Composes the notification of an exception. It quotes no id, note or customer,
 * so that nothing in Medusa's table has to be erased with a customer. Like
 * Medusa's own exports, it names no recipient and so reaches every user.
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
      title: `Stablecoin payments: ${titleOf(nameOf(exception))}`,
      description: description(exception),
    },
    trigger_type: STABLECOIN_EVENTS.exceptionOpened,
    resource_id: id,
    resource_type: "stablecoin_exception",
    // Its problem may return once it was settled.
    idempotency_key: `${id}:${new Date(opened_at).getTime()}`,
  }
}

function titleOf(name: string): string {
  const titles: Partial<Record<string, string>> = TITLES
  return titles[name] ?? "An exception needs you"
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

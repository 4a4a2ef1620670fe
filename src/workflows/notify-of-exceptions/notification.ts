import type { CreateNotificationDTO } from "@medusajs/framework/types"
import type { Coins, ExceptionKind } from "../../ledger"
import { STABLECOIN_EVENTS } from "../../modules/stablecoin"

type Money = Pick<Coins, "amount" | "currency">

/** An open exception, with what a merchant recognizes its payment by. */
export type AnnouncedException = {
  id: string
  /** One of EXCEPTION_KINDS, or a kind of a later version. */
  kind: string
  updated_at: Date
  payment: Money | null
  /** Coins to send back: those of the refund that it stands for. */
  refund: Money | null
  /** The order's number as the merchant knows it, without `#`. */
  order_number: number | null
}

/**
 * Titles of the kinds, the same as the admin's English ones. Medusa's feed
 * stores one text for all users and can't translate it.
 */
const TITLES: Record<ExceptionKind, string> = {
  amount_mismatch: "Wrong amount",
  currency_mismatch: "Wrong coin",
  chain_mismatch: "Wrong network",
  gateway_id_mismatch: "Wrong transaction",
  paid_twice: "Duplicate payment",
  mode_mismatch: "Wrong mode",
  transfer_reused: "Transfer used twice",
  transfer_unconfirmed: "Transfer not confirmed",
  transfer_short: "Transfer too small",
  transfer_over: "Transfer too large",
  transfer_wrong_network: "Transfer on another network",
  transfer_wrong_coin: "Transfer of another coin",
  transfer_after_end: "Transfer after the end",
  transfer_unmatched: "Transfer without a payment",
  unreadable_event: "Unreadable event",
  unknown_payment: "Unknown order number",
  unverified_webhook: "Unverified webhook",
  unknown_at_gateway: "Unknown at the gateway",
  never_answered: "No answer from the gateway",
  never_answered_group: "No answer from the gateway (several)",
  session_gone: "Paid after the cart changed",
  session_mismatch: "Cart amount changed",
  payment_cancelled: "Paid, and cancelled in Medusa",
  already_covered: "Paid by another payment",
  amount_due_changed: "Order amount changed",
  test_money: "Test payment",
  order_missing: "Paid, and no order",
  order_incomplete: "Order incomplete",
  order_without_money: "Order on refunded money",
  chain_disagrees: "Payment contradicted by the network",
  unproven: "No proof of the transfer",
  not_settled: "Rejected by Medusa",
  refund_due: "Refund to send",
  refund_contradicted: "Refund contradicted by the network",
  refund_refused: "Refund too large",
  unbalanced: "Money not accounted for",
  webhook_dead: "Webhook not processed",
}

/**
 * Composes the notification of an exception. It quotes no id, note or customer,
 * so that nothing in Medusa's table has to be erased with a customer. Like
 * Medusa's own exports, it names no recipient and so reaches every user.
 */
export function notificationOf(
  exception: AnnouncedException
): CreateNotificationDTO {
  const { id, kind, updated_at } = exception
  return {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: {
      title: `Stablecoin payments: ${titleOf(kind)}`,
      description: description(exception),
    },
    trigger_type: STABLECOIN_EVENTS.exceptionOpened,
    resource_id: id,
    resource_type: "stablecoin_exception",
    // An exception that was settled and opened again gets a new notification.
    idempotency_key: `${id}:${new Date(updated_at).getTime()}`,
  }
}

function titleOf(kind: string): string {
  const titles: Partial<Record<string, string>> = TITLES
  return titles[kind] ?? "An exception needs you"
}

/** A feed has no links, so the text names the page. */
function description({
  kind,
  payment,
  refund,
  order_number,
}: AnnouncedException): string {
  const order = order_number === null ? [] : [`Order #${order_number}.`]
  const page = kind === "refund_due" ? "Refunds" : "Exceptions"
  return [
    ...order,
    ...(refund ? [`${coinsOf(refund)} to send back.`] : []),
    ...(payment && !refund ? [`Payment of ${coinsOf(payment)}.`] : []),
    `See Stablecoin payments > ${page}.`,
  ].join(" ")
}

function coinsOf({ amount, currency }: Money): string {
  return `${amount} ${currency}`
}

import type { StoreCoins, StorePayment } from "../../../http-types/store"
import { chainInfo, transactionUrl } from "../../../gateway/chains"
import {
  type BuyerView,
  buyerView,
  differenceOf,
  isMoreThan,
  sumOf,
} from "../../../ledger"
import type { ShownPayment } from "../repository/medusa/shown-payments"

/** A payment as its buyer sees it, under the requested session. */
export function storePayment(
  { payment, around }: ShownPayment,
  sessionId: string,
  now: Date
): StorePayment {
  const view = buyerView(payment, around, now)
  return {
    session_id: sessionId,
    reference: payment.id,
    rail: payment.rail,
    // The merchant has received its money.
    status: view.served ? "paid" : payment.status,
    amount: payment.amount,
    currency: payment.currency,
    chain: chainOf(payment.chain),
    redirect_url: view.payable ? payment.redirect_url : null,
    expires_at: payment.expires_at.toISOString(),
    ...(view.order_id ? { order_id: view.order_id } : {}),
    // A cart without its order may still be changed by who knows its id.
    ...(view.order_id && payment.cart_id ? { cart_id: payment.cart_id } : {}),
    ...(payment.sold_out && !view.order_id ? { sold_out: true } : {}),
    final: view.final,
    ...(view.replaced_by ? { replaced_by: view.replaced_by } : {}),
    ...(payment.returned_result ? { returned: payment.returned_result } : {}),
    ...(view.sent_back ? { sent_back: view.sent_back } : {}),
    ...paidOf(payment, around, view),
    ...(view.refunds.length
      ? {
          refunds: view.refunds.map(({ status, ...coins }) => ({
            ...coinsOf(coins),
            status,
          })),
        }
      : {}),
    ...Object.fromEntries(
      FLAGS.flatMap((flag) => (view[flag] ? [[flag, true]] : []))
    ),
    ...(view.transfers.length
      ? {
          transfers: view.transfers.map(({ chain, ...coins }) => ({
            ...coinsOf(coins),
            chain: chainOf(chain),
          })),
        }
      : {}),
    ...transactionOf(payment),
  }
}

/**
 * The money that pays for the order, without what goes back: of a payment that
 * Medusa captures, or that the merchant keeps for an order created manually.
 */
function paidOf(
  payment: ShownPayment["payment"],
  { medusa, deposits, refunds }: ShownPayment["around"],
  { served, order_id, under_review }: BuyerView
): Pick<StorePayment, "paid"> {
  // Settling authorizes it at once, unless other money has paid the order.
  const isUsed =
    payment.status === "paid" &&
    order_id !== null &&
    (medusa.payment !== null || !under_review)
  const kept = deposits.filter(({ is_kept }) => is_kept)
  const used: readonly StoreCoins[] = served ? kept : isUsed ? [payment] : []
  const currency = used[0]?.currency ?? ""
  const sum = (coins: readonly StoreCoins[]) =>
    sumOf(
      coins.flatMap((each) => (each.currency === currency ? each.amount : []))
    )
  const left = differenceOf(sum(deposits), sum(refunds))
  const amount = isMoreThan(sum(used), left) ? left : sum(used)
  return isMoreThan(amount, "0") ? { paid: { amount, currency } } : {}
}

function coinsOf({ amount, currency }: StoreCoins): StoreCoins {
  return { amount, currency }
}

const FLAGS = [
  "in_question",
  "order_canceled",
  "under_review",
  "already_paid",
  "transfer_seen",
  "kept",
  "overdue",
] as const satisfies readonly (keyof StorePayment)[]

function chainOf(code: string | null): StorePayment["chain"] {
  return code === null ? null : { code, name: chainInfo(code)?.name ?? code }
}

/** A test transfer is on no real chain, so it gets no explorer link. */
function transactionOf({
  status,
  mode,
  chain,
  tx_hash: hash,
}: ShownPayment["payment"]): Pick<StorePayment, "transaction"> {
  return status === "paid" && hash !== null
    ? {
        transaction: {
          hash,
          url: mode === "live" ? transactionUrl(chain, hash) : null,
        },
      }
    : {}
}

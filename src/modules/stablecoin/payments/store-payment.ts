import type { StoreCoins, StorePayment } from "../../../http-types/store"
import { chainInfo, transactionUrl } from "../../../gateway/chains"
import { type BuyerView, buyerView, isMoreThan, sumOf } from "../../../ledger"
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

/** The money that pays for the order, of one coin. */
function paidOf(
  { amount: asked, deposit_id }: ShownPayment["payment"],
  { medusa, deposits }: ShownPayment["around"],
  { order_id }: BuyerView
): Pick<StorePayment, "paid"> {
  const parts = deposits
    .map(({ id, for_order, currency }): StoreCoins => {
      // Authorized money is captured as a whole.
      const next = medusa.payment && id === deposit_id ? asked : "0"
      return { amount: for_order ?? next, currency }
    })
    .filter(({ amount }) => order_id !== null && isMoreThan(amount, "0"))
  const [{ currency } = { currency: "" }] = parts
  const amount = sumOf(
    parts.flatMap((each) => (each.currency === currency ? each.amount : []))
  )
  return parts.length ? { paid: { amount, currency } } : {}
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

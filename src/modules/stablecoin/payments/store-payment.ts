import type { StoreCoins, StorePayment } from "../../../http-types/store"
import { chainInfo, transactionUrl } from "../../../gateway/chains"
import {
  type BuyerView,
  buyerView,
  isMoreThan,
  payableUntil,
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
  const { payable, served, final, order_id, refunds, transfers, ...state } =
    view
  return {
    session_id: sessionId,
    reference: payment.id,
    rail: payment.rail,
    // The merchant has received its money.
    status: served ? "paid" : payment.status,
    amount: payment.amount,
    currency: payment.currency,
    chain: chainOf(payment.chain),
    redirect_url: payable ? payment.redirect_url : null,
    expires_at: payableUntil(payment).toISOString(),
    final,
    ...present({
      ...state,
      order_id,
      // A cart without its order may still be changed by who knows its id.
      cart_id: order_id && payment.cart_id,
      sold_out: payment.sold_out && !order_id,
      returned: payment.returned_result,
      paid: paidOf(payment, around, view),
      refunds: refunds.map((each) => ({
        ...coinsOf(each),
        status: each.status,
      })),
      transfers: transfers.map((each) => ({
        ...coinsOf(each),
        chain: chainOf(each.chain),
      })),
      transaction: transactionOf(payment),
    }),
  }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], null | false> }

/** Omits what is null, false or empty. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value
    )
  ) as Present<T>
}

/** The money that pays for the order, of one coin. */
function paidOf(
  { amount: asked, deposit_id }: ShownPayment["payment"],
  { medusa, deposits }: ShownPayment["around"],
  { order_id }: BuyerView
): StoreCoins | null {
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
  return parts.length ? { amount, currency } : null
}

function coinsOf({ amount, currency }: StoreCoins): StoreCoins {
  return { amount, currency }
}

function chainOf(code: string | null): StorePayment["chain"] {
  return code === null ? null : { code, name: chainInfo(code)?.name ?? code }
}

/** A test transfer is on no real chain, so it gets no explorer link. */
function transactionOf({
  status,
  mode,
  chain,
  tx_hash: hash,
}: ShownPayment["payment"]): StorePayment["transaction"] | null {
  return status === "paid" && hash !== null
    ? { hash, url: mode === "live" ? transactionUrl(chain, hash) : null }
    : null
}

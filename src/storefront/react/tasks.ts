import type { StorePayment } from "../../http-types/store.ts"
import { StablecoinStoreError } from "../errors.ts"
import { listOptions } from "../list-options.ts"
import { paymentPath } from "../payment-state.ts"
import { readOrder } from "../read-order.ts"
import { resumePayment } from "../resume-payment.ts"
import type { StoreOrder, WatchedPayment } from "../types.ts"
import { watchPayment } from "../watch-payment.ts"
import type {
  StablecoinPaymentProps,
  StablecoinPaymentState,
  UseStablecoinPayment,
} from "./types.ts"

/** What a task sees of the page, and may change of it. */
export type TaskContext = {
  props(): StablecoinPaymentProps
  /** The session of the payment that the buyer turned away from, to pay in another way. */
  dismissed(): string | null
  set(change: Partial<StablecoinPaymentState>): void
  signal: AbortSignal
}

/**
 * Follows the payment that waits, or offers the ways to pay.
 *
 * @param anew whatever waits, the buyer has chosen to pay in another way
 */
export async function lookUp(
  context: TaskContext,
  anew = false
): Promise<void> {
  const { store, sessionId, cartId } = context.props()
  const payment = await whatWaits(context)
  if (!payment && sessionId && !cartId) {
    throw new StablecoinStoreError("There is no such payment.", {
      status: 404,
      request: `GET ${paymentPath(sessionId)}`,
    })
  }
  if (!payment) {
    return await offer(context)
  }
  const isPutAside =
    anew ||
    payment.session_id === context.dismissed() ||
    (!sessionId && ["cancelled", "abandoned"].includes(payment.status))
  if (isDecided(payment) || !isPutAside) {
    return await followPayment(context, payment.session_id)
  }
  // It may still be paid while the buyer chooses.
  context.set({ payment })
  await offer(context)
  const { signal } = context
  for await (const now of watchPayment(store, payment.session_id, { signal })) {
    if (isDecided(now)) {
      return await followPayment(context, now.session_id)
    }
    context.set({ payment: now })
  }
}

/** The payment that the buyer should know of before they start one. */
export async function whatWaits(
  context: TaskContext
): Promise<WatchedPayment | null> {
  const { store, cartId, sessionId } = context.props()
  const { signal } = context
  const session_id = context.dismissed() ?? sessionId
  const payment = session_id
    ? await resumePayment(store, { session_id }, { signal })
    : null
  // Another tab may have started a newer one in its place.
  return cartId && (!payment || isOver(payment))
    ? ((await resumePayment(store, { cart_id: cartId }, { signal })) ?? payment)
    : payment
}

/** Lists what can be chosen now: for the cart, for the order that it became, or for what an order still owes. */
async function offer(context: TaskContext): Promise<void> {
  const { store, cartId = "", paymentCollectionId } = context.props()
  const { signal } = context
  const offered = await listOptions(
    store,
    paymentCollectionId
      ? { payment_collection_id: paymentCollectionId }
      : { cart_id: cartId },
    { signal }
  )
  context.set({ phase: "choosing", offered })
}

/** Shows each state of a payment until its last, and tells the page of its order. */
export async function followPayment(
  context: TaskContext,
  session_id: string
): Promise<void> {
  const { signal } = context
  const { store } = context.props()
  for await (const payment of watchPayment(store, session_id, { signal })) {
    const { order_id, order_canceled, status, final } = payment
    context.set({ payment, error: null, phase: phaseOf(payment) })
    context.props().onChange?.(payment)
    if (status === "paid" && order_id && !order_canceled) {
      // Some stores show an order to its customer alone: it is paid all the same.
      const order = await readOrder<StoreOrder>(store, order_id, signal).catch(
        () => null
      )
      signal.throwIfAborted()
      context.set({ order, phase: "paid" })
      context.props().onPaid?.(order ?? { id: order_id }, payment)
      return
    }
    if (final) {
      return
    }
  }
}

/** Another one may be paid in its place. */
export function isOver({ status }: StorePayment): boolean {
  return ["cancelled", "abandoned", "failed"].includes(status)
}

/** Nothing may be paid in its place: money has come, or the order is gone. */
export function isDecided(payment: StorePayment): boolean {
  const { status, under_review, order_canceled } = payment
  return Boolean(status === "paid" || under_review || order_canceled)
}

export function phaseOf(
  payment: StorePayment
): StablecoinPaymentState["phase"] {
  const { status, final, order_id, order_canceled, under_review } = payment
  if (order_canceled) {
    return "ended"
  }
  if (under_review) {
    return "waiting"
  }
  if (status === "cancelled") {
    return "ended"
  }
  return final && !order_id ? "paid" : "waiting"
}

/** What the buyer may do in place of waiting for this payment. */
export function insteadOf(
  props: StablecoinPaymentProps,
  { phase, payment }: StablecoinPaymentState
): UseStablecoinPayment["instead"] {
  if (!payment || !["waiting", "ended"].includes(phase)) {
    return null
  }
  if (payment.order_canceled) {
    return props.onRestart ? "restart" : null
  }
  if (isDecided(payment)) {
    return null
  }
  const { cartId, paymentCollectionId, onChooseAgain } = props
  return cartId || paymentCollectionId || onChooseAgain ? "choose" : null
}

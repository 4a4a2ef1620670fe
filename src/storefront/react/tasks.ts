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

/** The page's props and state, as a task may read and change them. */
export type TaskContext = {
  props(): StablecoinPaymentProps
  /** The session of the payment that the buyer dismissed to pay another way. */
  dismissed(): string | null
  set(change: Partial<StablecoinPaymentState>): void
  signal: AbortSignal
}

/**
 * Follows the waiting payment, or offers the ways to pay.
 *
 * @param fresh offers the ways to pay even if a payment waits: the buyer has
 * chosen to pay another way
 */
export async function lookUp(
  context: TaskContext,
  fresh = false
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
    fresh ||
    payment.session_id === context.dismissed() ||
    (!sessionId && ["cancelled", "abandoned"].includes(payment.status))
  if (isDecided(payment) || !isPutAside) {
    return await followPayment(context, payment.session_id)
  }
  // The earlier payment may still be paid while the buyer chooses.
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

/** Finds the payment that the buyer must know of before starting another. */
export async function whatWaits(
  context: TaskContext
): Promise<WatchedPayment | null> {
  const { store, cartId, sessionId } = context.props()
  const { signal } = context
  const session_id = context.dismissed() ?? sessionId
  const payment = session_id
    ? await resumePayment(store, { session_id }, { signal })
    : null
  // Another tab may have started a newer payment.
  return cartId && (!payment || isOver(payment))
    ? ((await resumePayment(store, { cart_id: cartId }, { signal })) ?? payment)
    : payment
}

/**
 * Lists the ways to pay the cart, the order placed from it, or the amount due
 * of an order.
 */
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

/**
 * Follows a payment to its final state, and reads its order once it is paid.
 */
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
      // Some stores show an order only to its customer. The payment is paid
      // anyway.
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

/** Whether another payment may replace this one. */
export function isOver({ status }: StorePayment): boolean {
  return ["cancelled", "abandoned", "failed"].includes(status)
}

/**
 * Whether no other payment may replace this one: money was received, or its
 * order was cancelled.
 */
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

/** The buyer's alternative to waiting for this payment. */
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

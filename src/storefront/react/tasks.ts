import type {
  StoreOptionsResponse,
  StorePayment,
} from "../../http-types/store.ts"
import { StablecoinStoreError } from "../errors.ts"
import { listOptions } from "../list-options.ts"
import { paymentPath } from "../payment-state.ts"
import { readOrder } from "../read-order.ts"
import { resumePayment } from "../resume-payment.ts"
import { collectionOf } from "../sessions.ts"
import type { StoreOrder } from "../types.ts"
import { watchPayment } from "../watch-payment.ts"
import type {
  StablecoinPaymentProps,
  StablecoinPaymentState,
  UseStablecoinPayment,
} from "./types.ts"

/** What a task sees of the page, and may change of it. */
export type Room = {
  props(): StablecoinPaymentProps
  /** The buyer chose to pay in another way than by this one. */
  isDismissed(payment: StorePayment): boolean
  set(change: Partial<StablecoinPaymentState>): void
  signal: AbortSignal
}

/** Follows the payment that waits, or offers the ways to pay. */
export async function lookUp(room: Room): Promise<void> {
  const { store, cartId, sessionId } = room.props()
  const { signal } = room
  let payment = sessionId
    ? await resumePayment(store, { session_id: sessionId }, { signal })
    : null
  // Another tab may have started a newer one in its place.
  if (cartId && (!payment || isOver(payment))) {
    payment =
      (await resumePayment(store, { cart_id: cartId }, { signal })) ?? payment
  }
  if (!payment && sessionId && !cartId) {
    throw new StablecoinStoreError("There is no such payment.", {
      status: 404,
      request: `GET ${paymentPath(sessionId)}`,
    })
  }
  if (!payment || room.isDismissed(payment)) {
    await offer(room)
  } else if (!sessionId && isHistory(payment)) {
    room.set({ payment })
    await offer(room)
  } else {
    await followPayment(room, payment.session_id)
  }
}

/** Lists what can be chosen now: for the cart, or for the order that it became. */
export async function offer(room: Room): Promise<void> {
  const { store, cartId, paymentCollectionId } = room.props()
  const { signal } = room
  const ofCollection = async (id: string) =>
    await listOptions(store, { payment_collection_id: id }, { signal })
  let offered: StoreOptionsResponse
  if (paymentCollectionId) {
    offered = await ofCollection(paymentCollectionId)
  } else {
    const cart_id = cartId ?? ""
    offered = await listOptions(store, { cart_id }, { signal })
    // The order stands already, and may still be paid in another way.
    if (
      offered.options.length === 0 &&
      offered.checkout_flow === "order_first"
    ) {
      offered = await ofCollection(await collectionOf(store, cart_id, signal))
    }
  }
  room.set({ phase: "choosing", offered })
}

/** Shows each state of a payment until its last, and tells the page of its order. */
export async function followPayment(
  room: Room,
  session_id: string
): Promise<void> {
  const { signal } = room
  const { store } = room.props()
  for await (const payment of watchPayment(store, session_id, { signal })) {
    const { order_id, order_canceled, status, final } = payment
    room.set({ payment, error: null, phase: phaseOf(payment) })
    room.props().onChange?.(payment)
    if (status === "paid" && order_id && !order_canceled) {
      // Some stores show an order to its customer alone: it is paid all the same.
      const order = await readOrder<StoreOrder>(store, order_id, signal).catch(
        () => null
      )
      signal.throwIfAborted()
      room.set({ order, phase: "paid" })
      room.props().onPaid?.(order ?? { id: order_id }, payment)
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
  const { status, in_question, order_canceled } = payment
  return Boolean(status === "paid" || in_question || order_canceled)
}

/** In a checkout, one that nobody can pay any more is told of beside the choice, and stops nobody. */
function isHistory(payment: StorePayment): boolean {
  return (
    !isDecided(payment) && ["cancelled", "abandoned"].includes(payment.status)
  )
}

export function phaseOf(payment: StorePayment) {
  const { status, final, order_id, order_canceled, in_question } = payment
  if (order_canceled) {
    return "ended"
  }
  if (in_question) {
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

import type {
  StoreOptionsResponse,
  StorePayment,
} from "../../http-types/store.ts"
import { StablecoinStoreError } from "../errors.ts"
import { listOptions } from "../list-options.ts"
import { readOrder } from "../read-order.ts"
import { resumePayment } from "../resume-payment.ts"
import { collectionOf } from "../sessions.ts"
import type { StoreOrder } from "../types.ts"
import { watchPayment } from "../watch-payment.ts"
import type { StablecoinPaymentProps, StablecoinPaymentState } from "./types.ts"

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
      request: `session ${sessionId}`,
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
    const { order_id, status, final } = payment
    room.set({ payment, error: null, phase: phaseOf(payment) })
    room.props().onChange?.(payment)
    if (status === "paid" && order_id) {
      const order = await readOrder<StoreOrder>(store, order_id, signal)
      room.set({ order, phase: "paid" })
      room.props().onPaid?.(order, payment)
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

/** In a checkout, one that nobody can pay any more is told of beside the choice, and stops nobody. */
function isHistory({ status, order_id }: StorePayment): boolean {
  return !order_id && ["cancelled", "abandoned"].includes(status)
}

function phaseOf({ status, final, order_id }: StorePayment) {
  if (status === "cancelled") {
    return "ended"
  }
  return final && !order_id ? "paid" : "waiting"
}

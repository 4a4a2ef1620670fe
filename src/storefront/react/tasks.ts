import type { StorePayment } from "../../http-types/store.ts"
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
  payment(): StorePayment | null
  /** The buyer chose to pay in another way than by this session. */
  isDismissed(session_id: string): boolean
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
  const isWanted =
    payment?.status === "paid" || !room.isDismissed(payment?.session_id ?? "")
  if (payment && isWanted) {
    await followPayment(room, payment.session_id)
  } else if (sessionId && !cartId) {
    throw new StablecoinStoreError("There is no such payment.", {
      status: 404,
      request: `session ${sessionId}`,
    })
  } else {
    await offer(room)
  }
}

/** Lists what can be chosen now: for the cart, or for the order that stands already. */
export async function offer(room: Room): Promise<void> {
  const { store, cartId = "", paymentCollectionId } = room.props()
  const { signal } = room
  const collection_id =
    paymentCollectionId ??
    (room.payment()?.order_id && (await collectionOf(store, cartId, signal)))
  const offered = await listOptions(
    store,
    collection_id
      ? { payment_collection_id: collection_id }
      : { cart_id: cartId },
    { signal }
  )
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

function phaseOf({ status, final, order_id }: StorePayment) {
  if (status === "cancelled") {
    return "ended"
  }
  return final && !order_id ? "paid" : "waiting"
}

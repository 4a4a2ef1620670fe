import { StablecoinStoreError } from "../errors.ts"
import type { StoreOptionsResponse } from "../http-types.ts"
import { listOptions, paymentPath } from "../lists.ts"
import { readOrder } from "../complete-payment.ts"
import { resumePayment } from "../resume-payment.ts"
import { startPayment } from "../start-payment.ts"
import type { StoreOrder, WatchedPayment } from "../types.ts"
import { wait } from "../wait.ts"
import { watchPayment } from "../watch-payment.ts"
import type { Report, Selection, Work } from "./page.ts"
import { isDecided, isOver } from "./payment-phase.ts"
import type { StablecoinPaymentProps } from "./types.ts"

export type TaskContext = {
  /** The latest props. */
  props(): StablecoinPaymentProps
  report(report: Report): void
  /** Aborted when another task replaces this one. */
  signal: AbortSignal
}

/**
 * Performs a task and reports its results.
 *
 * A callback of the storefront precedes its report, so that an error in it
 * fails the task.
 */
export async function performTask(
  task: Work,
  context: TaskContext
): Promise<void> {
  const { report, signal } = context
  switch (task.do) {
    case "find":
      return report({ kind: "found", payment: await find(task, context) })
    case "offer":
      return await offer(task, context)
    case "follow":
      return await watch(task.session_id, context, (payment) =>
        context.props().onChange?.(payment)
      )
    case "read_order": {
      const { order_id, payment } = task
      const { store } = context.props()
      // Some stores show an order only to its customer. The payment is paid
      // anyway.
      const order = await readOrder<StoreOrder>(store, order_id, signal).catch(
        () => null
      )
      signal.throwIfAborted()
      context.props().onPaid?.(order ?? { id: order_id }, payment)
      return report({ kind: "order_read", order })
    }
    case "start":
      return await start(task, context)
    case "nothing":
  }
}

async function find(
  { session_id }: { session_id?: string },
  context: TaskContext
): Promise<WatchedPayment | null> {
  const payment = await findEarlier(session_id, context)
  const { sessionId, cartId, paymentCollectionId } = context.props()
  if (!payment && sessionId && !cartId && !paymentCollectionId) {
    throw new StablecoinStoreError("There is no such payment.", {
      status: 404,
      request: `GET ${paymentPath(sessionId)}`,
    })
  }
  return payment
}

/** Finds the payment that the buyer must know of before starting another. */
async function findEarlier(
  session_id: string | undefined,
  { props, signal }: TaskContext
): Promise<WatchedPayment | null> {
  const { store, cartId } = props()
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
 * of an order. Watches the earlier payment afterwards.
 */
async function offer(
  { earlier }: { earlier?: string },
  context: TaskContext
): Promise<void> {
  const offered = await list(context)
  const watched = earlier ?? offered.earlier?.session_id
  await Promise.all([
    watched && watch(watched, context),
    renewPrice(offered, context),
  ])
}

async function list(context: TaskContext): Promise<StoreOptionsResponse> {
  const { props, report, signal } = context
  const { store, cartId = "", paymentCollectionId } = props()
  const offered = await listOptions(
    store,
    paymentCollectionId
      ? { payment_collection_id: paymentCollectionId }
      : { cart_id: cartId },
    { signal }
  )
  report({ kind: "offered", offered })
  return offered
}

/**
 * Lists the ways to pay again whenever their price has expired, also if there was
 * none for a while.
 */
async function renewPrice(
  { quote }: StoreOptionsResponse,
  context: TaskContext,
  wasPriced = quote !== null
): Promise<void> {
  if (wasPriced) {
    const left = quote ? Date.parse(quote.valid_until) - Date.now() : 0
    // The device's clock may be wrong.
    await wait(Math.max(left, 30_000), context.signal)
    await renewPrice(await list(context), context, true)
  }
}

async function watch(
  session_id: string,
  { props, report, signal }: TaskContext,
  onChange?: (payment: WatchedPayment) => void
): Promise<void> {
  const { store } = props()
  for await (const payment of watchPayment(store, session_id, { signal })) {
    signal.throwIfAborted()
    onChange?.(payment)
    report({ kind: "received", payment })
  }
}

async function start(
  { session_id, selection }: { session_id?: string; selection: Selection },
  context: TaskContext
): Promise<void> {
  const { props, report, signal } = context
  const earlier = await findEarlier(session_id, context)
  if (earlier && isDecided(earlier)) {
    return report({ kind: "decided", payment: earlier })
  }
  const { store, cartId, paymentCollectionId, successUrl, cancelUrl } = props()
  const started = await startPayment(store, {
    cart_id: cartId,
    payment_collection_id: paymentCollectionId,
    ...selection,
    success_url: successUrl,
    cancel_url: cancelUrl,
    signal,
  })
  signal.throwIfAborted()
  const { onRedirect = (url: string) => location.assign(url) } = props()
  onRedirect(started.redirect_url, started)
  report({ kind: "started", started })
}

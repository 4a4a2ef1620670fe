import type { StoreOptionsResponse, StorePayment } from "../http-types.ts"
import type { StartedPayment, StoreOrder, WatchedPayment } from "../types.ts"
import type { Wanted } from "./choice.ts"
import type { StablecoinPaymentProps, StablecoinPaymentState } from "./types.ts"

const IDS = ["cartId", "paymentCollectionId", "sessionId"] as const

/** The props that identify a purchase. Another purchase resets the page. */
export type Purchase = Pick<StablecoinPaymentProps, (typeof IDS)[number]>

/** The selection that the buyer pays with. */
export type Selection = {
  provider_id: string
  currency: string
  chain?: string
  /** The amount that the buyer was shown. */
  shown_amount?: string
}

/** The requests that the page's state asks for. */
export type Work =
  /**
   * Find the earlier payment, by its session or the cart. `offers_anyway`: the
   * ways to pay are offered even if a payment waits, since the buyer has chosen
   * to pay another way.
   */
  | { do: "find"; session_id?: string; offers_anyway: boolean }
  /**
   * List the ways to pay, then watch the earlier payment. It may still be paid
   * while the buyer chooses.
   */
  | { do: "offer"; earlier?: string }
  /** Watch a payment to its final state. */
  | { do: "follow"; session_id: string }
  /** Read the order of a paid payment. */
  | { do: "read_order"; order_id: string; payment: StorePayment }
  /**
   * Start a payment, unless money of the earlier one has arrived since the ways
   * to pay were listed.
   */
  | { do: "start"; session_id?: string; selection: Selection }
  | { do: "nothing" }

/** A task's reports are dropped once another task has replaced it. */
export type Task = Work & { readonly id: number }

/** The state of a page, with the task that it asks for. */
export type Page = {
  readonly purchase: Purchase
  /** The part that the UI shows. */
  readonly view: StablecoinPaymentState
  readonly wanted: Wanted
  /**
   * The session that the buyer dismissed to pay another way. It is not shown
   * again when the buyer returns to the page.
   */
  readonly dismissed?: string
  readonly task: Task
}

/** A task's report. */
export type Report =
  | { kind: "found"; payment: WatchedPayment | null }
  | { kind: "offered"; offered: StoreOptionsResponse }
  | { kind: "received"; payment: WatchedPayment }
  | { kind: "order_read"; order: StoreOrder | null }
  | { kind: "started"; started: StartedPayment }
  /** Nothing was started: the earlier payment was decided meanwhile. */
  | { kind: "decided"; payment: WatchedPayment }
  | { kind: "failed"; error: Error }
  /** The page was left while a payment was started. */
  | { kind: "interrupted" }

export type PageEvent =
  | { kind: "purchase_changed"; purchase: Purchase; startOver?: boolean }
  /** The buyer is back on the page. */
  | { kind: "returned" }
  | { kind: "selected"; wanted: Wanted }
  | { kind: "pay"; selection: Selection }
  | { kind: "choose_again" }
  | { kind: "resume" }
  | { kind: "retry" }
  | (Report & { task: number })

const LOADING: StablecoinPaymentState = {
  phase: "loading",
  offered: null,
  payment: null,
  started: null,
  order: null,
  error: null,
  refused: null,
}

/** @param id greater than that of any earlier task of the page */
export function firstPage(
  { cartId, paymentCollectionId, sessionId }: Purchase,
  startOver = false,
  id = 1
): Page {
  return {
    purchase: { cartId, paymentCollectionId, sessionId },
    view: LOADING,
    wanted: {},
    task: { id, do: "find", session_id: sessionId, offers_anyway: startOver },
  }
}

export function isSamePurchase(a: Purchase, b: Purchase): boolean {
  return IDS.every((id) => a[id] === b[id])
}

/** The task to perform now. */
export function activeTask({ task }: Page): Task | null {
  return task.do === "nothing" ? null : task
}

import type { StoreOptionsResponse, StorePayment } from "../http-types.ts"
import type {
  StartedPayment,
  StoreConnection,
  StoreOrder,
  WatchedPayment,
} from "../types.ts"
import type { Choice, Wanted } from "./choice.ts"
import type { StablecoinLabels } from "./labels.ts"

export type StablecoinPaymentProps = {
  /** Medusa's JS SDK, or the store's address and key. */
  store: StoreConnection
  /**
   * The cart to pay, or one already completed. A waiting payment is found by
   * it.
   */
  cartId?: string
  /** Instead of a cart, for the amount due of an order. */
  paymentCollectionId?: string
  /** The payment to follow, on the page that the buyer returns to. */
  sessionId?: string
  /**
   * Offers the ways to pay at once, even if a payment waits. For a buyer who
   * has chosen to pay another way. Read once.
   */
  startOver?: boolean
  /**
   * The URL to which the gateway returns the buyer. `{session_id}` and
   * `{cart_id}` are filled in.
   */
  successUrl?: string
  cancelUrl?: string
  /** Default: `location.assign(url)`. */
  onRedirect?(url: string, started: StartedPayment): void
  /** Called with each state of the payment. */
  onChange?(payment: StorePayment): void
  /**
   * Called when the payment is paid and its order exists. Only the order's id
   * is given when the store does not show the order.
   */
  onPaid?(
    order: Pick<StoreOrder, "id"> & Partial<StoreOrder>,
    payment: StorePayment
  ): void
  /**
   * Called to choose another way to pay when no cart is known: return to the
   * checkout.
   */
  onChooseAgain?(payment: StorePayment): void
  /** Called after the order was cancelled: fill a new cart. */
  onRestart?(payment: StorePayment): void
}

export type StablecoinPaymentState = {
  /**
   * - `loading`: the store is read.
   * - `choosing`: the buyer chooses.
   * - `starting`: the payment is being started.
   * - `waiting`: for the buyer, the gateway, the order or the merchant.
   * - `ended`: the payment or its order was cancelled.
   * - `paid`: the payment has its order, or needs none.
   * - `error`: the store could not be read.
   */
  phase:
    "loading" | "choosing" | "starting" | "waiting" | "ended" | "paid" | "error"
  offered: StoreOptionsResponse | null
  payment: WatchedPayment | null
  /** Set when the payment was started on this page. */
  started: StartedPayment | null
  order: StoreOrder | null
  error: Error | null
  /** The coin and the network of a start that has failed, for its message. */
  refused: Pick<StorePayment, "currency" | "chain"> | null
}

/** The props of a part of the component. */
export type PartProps = { page: UseStablecoinPayment; labels: StablecoinLabels }

/** The page's state and the buyer's actions. */
export type UseStablecoinPayment = StablecoinPaymentState & {
  /** The current selection. Null when nothing is offered. */
  choice: Choice | null
  choose(wanted: Wanted): void
  /**
   * Starts the selected payment and redirects the buyer. Repeated calls start
   * one payment.
   */
  pay(): void
  /**
   * The buyer's alternative to waiting: `choose` another way to pay, `restart`
   * with a new cart, or null.
   */
  instead: "choose" | "restart" | null
  /** Does what `instead` offers. */
  startAgain(): void
  /**
   * Whether a payment waits that the buyer has put aside to choose another way.
   */
  canResume: boolean
  /** Returns to that payment. */
  resume(): void
  /** The payment is paid, and its order takes unusually long. */
  isOrderLate: boolean
  /** Reads the store again after an error. */
  retry(): void
}

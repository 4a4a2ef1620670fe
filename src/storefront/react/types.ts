import type {
  StoreOptionsResponse,
  StorePayment,
} from "../../http-types/store.ts"
import type {
  StartedPayment,
  StoreConnection,
  StoreOrder,
  WatchedPayment,
} from "../types.ts"
import type { Choice, Wanted } from "./choice.ts"

export type StablecoinPaymentProps = {
  /** Medusa's JS SDK, or the store's address and key. */
  store: StoreConnection
  /** The cart to be paid, or that was: what waits is looked up by it. */
  cartId?: string
  /** In place of a cart: what an order still owes. */
  paymentCollectionId?: string
  /** The payment to follow, on the page that the buyer comes back to. */
  sessionId?: string
  /** Offers the ways to pay at once, though a payment may wait: the buyer has chosen to. Read once. */
  startAnew?: boolean
  /** Where the gateway sends the buyer back to; `{session_id}` and `{cart_id}` are filled in. */
  successUrl?: string
  cancelUrl?: string
  /** Default: `location.assign(url)`. */
  onRedirect?(url: string, started: StartedPayment): void
  /** Each state of the payment that is followed. */
  onChange?(payment: StorePayment): void
  /** The payment is paid and its order stands; where the store does not show the order, there is its id alone. */
  onPaid?(
    order: Pick<StoreOrder, "id"> & Partial<StoreOrder>,
    payment: StorePayment
  ): void
  /** To choose another way where no cart is known: go back to the checkout. */
  onChooseAgain?(payment: StorePayment): void
  /** The order was cancelled: fill a new cart. */
  onRestart?(payment: StorePayment): void
}

export type StablecoinPaymentState = {
  /**
   * `loading`: the store is asked. `choosing`: the buyer picks. `starting`: the
   * payment is being started. `waiting`: for the buyer, the gateway, the
   * order or the shop. `ended`: it or its order was cancelled. `paid`: it has its order, or needs none.
   * `error`: the store could not be asked.
   */
  phase:
    "loading" | "choosing" | "starting" | "waiting" | "ended" | "paid" | "error"
  offered: StoreOptionsResponse | null
  payment: WatchedPayment | null
  /** Of a payment that was started on this page. */
  started: StartedPayment | null
  order: StoreOrder | null
  error: Error | null
}

/** What the page shows, and what its buyer can do. */
export type UseStablecoinPayment = StablecoinPaymentState & {
  /** What would be paid now; null where nothing is offered. */
  choice: Choice | null
  choose(wanted: Wanted): void
  /** Starts the payment that is chosen, once however often it is called, and sends the buyer away. */
  pay(): Promise<void>
  /**
   * What the buyer may do instead of waiting: `choose` another way, `restart`
   * with a new cart, or null: nothing.
   */
  instead: "choose" | "restart" | null
  /** Does so. */
  turnAround(): void
  /** It is paid, and its order takes longer than an order does. */
  isOrderLate: boolean
  /** Asks the store again after an error. */
  retry(): void
}

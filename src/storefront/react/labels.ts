/**
 * Every text of `<StablecoinPayment>`. Plain strings with `{placeholders}`, so
 * that a server component can pass them.
 */
export type StablecoinLabels = {
  loading: string
  /** Nothing is offered for this cart. */
  none: string
  /** Above the rails, if there are several. */
  way: string
  hosted: string
  hostedHint: string
  /** `{methods}`: the gateway's names for them. */
  hostedMethods: string
  onchain: string
  coin: string
  network: string
  /** `{amount}`, `{currency}` */
  amount: string
  /** `{amount}`, `{currency}` */
  pay: string
  starting: string
  /** The payment is open and waits for the buyer. */
  pending: string
  /**
   * After `pending` when the buyer reports having paid, and next to the choice
   * of another way to pay.
   */
  confirming: string
  failed: string
  abandoned: string
  cancelled: string
  /** The order was cancelled, by the store or with its payment. */
  orderCancelled: string
  /** The same, after money was received for it. */
  paidOrderCancelled: string
  paid: string
  /** Paid, when no order will follow or its number can't be read. */
  arrived: string
  /** The money received fits no order, or the order is late. `{reference}` */
  paidWithoutOrder: string
  /** `{number}` */
  ordered: string
  /** `{time}` */
  timeLeft: string
  /** The link to the gateway's page. */
  continue: string
  openApp: string
  /** Leaves a waiting payment. */
  chooseAnother: string
  /** After a payment has ended. */
  chooseAgain: string
  /** Under `order_first`, after the payment has ended: fill a new cart. */
  restart: string
  unknownPayment: string
  unreachable: string
  /** The store rejects further payments for now. */
  tooMany: string
  problem: string
  retry: string
}

export const en: StablecoinLabels = {
  loading: "Looking up the ways to pay…",
  none: "This can't be paid in stablecoins at the moment.",
  way: "How would you like to pay?",
  hosted: "On the payment page",
  hostedHint: "You choose the method there.",
  hostedMethods: "You choose the method there: {methods}.",
  onchain: "From your wallet, on a network of your choice",
  coin: "Coin",
  network: "Network",
  amount: "You pay {amount} {currency}",
  pay: "Pay {amount} {currency}",
  starting: "Starting the payment…",
  pending: "Waiting for your payment.",
  confirming:
    "If you have paid, don't pay again: it takes a few minutes until it is confirmed.",
  failed:
    "The payment did not go through. If you have sent coins already, don't pay again: your order follows when they arrive.",
  abandoned:
    "This payment is no longer open. If you have sent coins already, don't pay again: your order follows when they arrive.",
  cancelled:
    "The payment was cancelled. If you have sent coins, don't pay again: the shop is notified when they arrive.",
  orderCancelled:
    "Your order was cancelled. If you have sent coins, the shop is notified when they arrive, and your money goes back.",
  paidOrderCancelled:
    "Your order was cancelled. Your money goes back; the shop is notified.",
  paid: "Your payment has arrived. The order is being placed…",
  arrived: "Thank you. Your payment has arrived.",
  paidWithoutOrder:
    "Your payment has arrived, but the order can't be placed yet. Your money is safe: the shop is notified and will contact you. Reference: {reference}",
  ordered: "Thank you. Your order is number {number}.",
  timeLeft: "Time left: {time}",
  continue: "Continue to payment",
  openApp: "Open in the app",
  chooseAnother: "Choose another way to pay",
  chooseAgain: "Choose how to pay",
  restart: "Order again",
  unknownPayment: "There is no such payment.",
  unreachable: "The shop can't be reached. Check your connection.",
  tooMany:
    "Too many payments were started. Pay the one that is open, or try again in a few minutes.",
  problem: "That did not work. Try again in a moment.",
  retry: "Try again",
}

/** Fills in the placeholders. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole
  )
}

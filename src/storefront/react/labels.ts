/**
 * Every text of `<StablecoinPayment>`. Plain strings, so that a server component
 * can hand them over; what is in braces is filled in.
 */
export type StablecoinLabels = {
  loading: string
  /** Nothing is offered for this cart. */
  none: string
  /** Above the rails, where there are several. */
  way: string
  hosted: string
  hostedHint: string
  /** `{methods}`: by the gateway's own names. */
  hostedMethods: string
  onchain: string
  coin: string
  network: string
  /** `{amount}`, `{currency}` */
  amount: string
  /** `{amount}`, `{currency}` */
  pay: string
  starting: string
  /** Opened, and waits for the buyer. */
  pending: string
  /** After `pending` where the buyer says to have paid, and beside the choice of another way. */
  confirming: string
  failed: string
  abandoned: string
  cancelled: string
  /** The order was cancelled, by the store or with its payment. */
  orderCancelled: string
  /** The same, and money has come for it. */
  paidOrderCancelled: string
  paid: string
  /** Paid for good, where no order is to come, or its number can't be read. */
  arrived: string
  /** Money has come that fits no order, or no order comes for a while. `{reference}` */
  paidWithoutOrder: string
  /** `{number}` */
  ordered: string
  /** `{time}` */
  timeLeft: string
  /** The link to the gateway's page. */
  continue: string
  openApp: string
  /** Gives up a payment that waits. */
  chooseAnother: string
  /** After one that ended. */
  chooseAgain: string
  /** Under `order_first`, after the end: fill a new cart. */
  restart: string
  unknownPayment: string
  unreachable: string
  /** The store refuses to start another payment for now. */
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
    "The payment was cancelled. If you have sent coins, don't pay again: the shop is told when they arrive.",
  orderCancelled:
    "Your order was cancelled. If you have sent coins, the shop is told when they arrive, and your money goes back.",
  paidOrderCancelled:
    "Your order was cancelled. Your money goes back; the shop has been told.",
  paid: "Your payment has arrived. The order is being placed…",
  arrived: "Thank you. Your payment has arrived.",
  paidWithoutOrder:
    "Your payment has arrived, but the order can't be placed yet. Your money is safe: the shop knows of it and will be in touch. Reference: {reference}",
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

/** Fills in what is in braces. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole
  )
}

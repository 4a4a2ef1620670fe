/**
 * Every text of `<StablecoinPayment>`. Plain strings with `{placeholders}`, so
 * that a server component can pass them.
 */
export type StablecoinLabels = {
  /** The language, for amounts and times: a BCP 47 tag such as `en`. */
  locale: string
  loading: string
  /** Instead of `loading`, on the page that the buyer returns to. */
  checking: string
  /** Nothing is offered for this cart. */
  none: string
  /** Above the rails, if there are several. */
  way: string
  hosted: string
  hostedHint: string
  /** `{currency}`, `{methods}`: the gateway's names for them. */
  hostedMethods: string
  onchain: string
  onchainHint: string
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
   * Under `pending` when the buyer reports having paid, and next to the choice
   * of another way to pay.
   */
  confirming: string
  failedTitle: string
  failed: string
  abandonedTitle: string
  abandoned: string
  cancelledTitle: string
  cancelled: string
  orderCancelledTitle: string
  /** The order was cancelled, by the store or with its payment. */
  orderCancelled: string
  /** The same, after money was received for it. */
  paidOrderCancelled: string
  /** The merchant will send received money back. */
  refundDueTitle: string
  refundDue: string
  /** The merchant has sent received money back. */
  refundSentTitle: string
  refundSent: string
  paidTitle: string
  paid: string
  /** Paid, when no order will follow or its number can't be read. */
  arrived: string
  /** Under `paidTitle`: the money fits no order, or the order is late. */
  paidWithoutOrder: string
  /** The network shows the transfer, and the gateway has not confirmed it. */
  transferSeenTitle: string
  transferSeen: string
  /** Instead of `transferSeen`: the transfer does not fit the payment. */
  transferReview: string
  /** Above the ways to pay a cart that money was sent for. */
  payAgain: string
  /** `{number}` */
  ordered: string
  /** The name of the amount. */
  due: string
  /** The name of the payment's reference. */
  reference: string
  copy: string
  copied: string
  /** `{time}`, with the day unless it is today. More than an hour is left. */
  payBy: string
  /** `{time}`: minutes and seconds. Less than an hour is left. */
  timeLeft: string
  /** The link to the gateway's page. */
  continue: string
  /** The same link, after the buyer's transfer was seen. */
  openPage: string
  openApp: string
  /** Leaves a waiting payment. */
  chooseAnother: string
  /** Returns from the choice to the waiting payment. */
  resume: string
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
  locale: "en",
  loading: "Looking up the ways to pay…",
  checking: "Checking your payment…",
  none: "This can't be paid in stablecoins at the moment.",
  way: "How would you like to pay?",
  hosted: "Wallet or exchange",
  hostedHint: "You choose on the payment page.",
  hostedMethods: "Pay {currency} by {methods}. You choose on the payment page.",
  onchain: "Send from my crypto wallet",
  onchainHint: "On a network of your choice.",
  coin: "Coin",
  network: "Network",
  amount: "You pay {amount} {currency}",
  pay: "Pay {amount} {currency}",
  starting: "Starting the payment…",
  pending: "Waiting for your payment",
  confirming:
    "If you have paid, don't pay again: it takes a few minutes until it is confirmed.",
  failedTitle: "The payment failed",
  failed:
    "You can pay another way. If you have sent coins already, don't pay again: your order follows when they arrive.",
  abandonedTitle: "This payment is no longer open",
  abandoned:
    "If you have sent coins already, don't pay again: your order follows when they arrive.",
  cancelledTitle: "The payment was cancelled",
  cancelled:
    "If you have sent coins, don't pay again: the shop is notified when they arrive.",
  orderCancelledTitle: "Your order was cancelled",
  orderCancelled:
    "If you have sent coins, the shop is notified when they arrive, and your money goes back.",
  paidOrderCancelled: "Your money goes back. The shop is notified.",
  refundDueTitle: "Your money will be sent back",
  refundDue: "The shop may ask you for an address.",
  refundSentTitle: "Your money was sent back",
  refundSent: "It arrives once the network has confirmed the transfer.",
  paidTitle: "Your payment has arrived",
  paid: "The order is being placed…",
  arrived: "Thank you. Your payment has arrived.",
  paidWithoutOrder:
    "The order can't be placed yet. Your money is safe: the shop is notified and will contact you.",
  transferSeenTitle: "We see your transfer",
  transferSeen:
    "It is waiting for confirmation. Don't send it again. If your wallet app still shows a step to finish this payment, finish it.",
  transferReview:
    "The order can't be placed with it. The shop is notified and will contact you. Don't send another one.",
  payAgain: "If you pay below, you pay in addition.",
  ordered: "Thank you. Your order is number {number}.",
  due: "Amount",
  reference: "Reference",
  copy: "Copy",
  copied: "Copied",
  payBy: "Pay by {time}",
  timeLeft: "Time left: {time}",
  continue: "Continue to payment",
  openPage: "Open the payment page",
  openApp: "Open in the app",
  chooseAnother: "Choose another way to pay",
  resume: "Back to the payment you started",
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

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
  /** Nothing is offered for this cart, or no new payments are taken. */
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
  /** Under `pending`, and next to the choice of another way to pay. */
  confirming: string
  /** The buyer has returned from paying, and no outcome is reported yet. */
  unconfirmedTitle: string
  unconfirmed: string
  /** The same, half an hour later. */
  overdueTitle: string
  overdue: string
  failedTitle: string
  /** Above `ended`. */
  failed: string
  abandonedTitle: string
  cancelledTitle: string
  /** Under the titles of a payment or an order that ended unpaid. */
  ended: string
  /** The order was cancelled, by the store or with its payment. */
  orderCancelledTitle: string
  /** Under it, after money was received for it. */
  paidOrderCancelled: string
  /** The merchant will send received money back. */
  refundDueTitle: string
  refundDue: string
  /** The merchant has sent received money back. */
  refundSentTitle: string
  refundSent: string
  paidTitle: string
  paid: string
  /** Under `paidTitle`: the order takes unusually long. */
  orderLate: string
  /** Paid, when no order will follow or its number can't be read. */
  arrived: string
  /** Money that the merchant has to review, and that may not have arrived. */
  reviewTitle: string
  /** Under it, or under `paidTitle`. */
  review: string
  /** Before `review` or the refund: why no order was placed. */
  soldOut: string
  /** Instead of `review`: nothing was left to pay when it arrived. */
  alreadyPaid: string
  /** Under the number of an order for which another transfer arrived. */
  sentTwice: string
  /** The merchant keeps money, and places no order of this cart for it. */
  keptTitle: string
  kept: string
  /** The network shows the transfer, and the gateway has not confirmed it. */
  transferSeenTitle: string
  transferSeen: string
  /** Instead of `transferSeen`: the transfer does not fit the payment. */
  transferReview: string
  /** `{number}` */
  ordered: string
  /** The name of the amount. */
  due: string
  /** The name of money that arrived or was seen. */
  transfer: string
  /** The name of money that goes back. */
  toRefund: string
  /** The name of money that was sent back. */
  refunded: string
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
  /** A start was rejected. `{currency}`, `{network}` */
  refusedNetwork: string
  /** The same on the gateway's page. `{currency}` */
  refused: string
  /** The gateway did not answer a start, or rejected it as a whole. */
  notStarted: string
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
    "If you have paid, don't pay again: it usually takes a few minutes until a payment is confirmed.",
  unconfirmedTitle: "Waiting for confirmation",
  unconfirmed:
    "Your payment is not confirmed yet. That usually takes a few minutes, and then your order goes on. Don't pay again.",
  overdueTitle: "Your payment is not confirmed",
  overdue:
    "The shop has no confirmation so far, and keeps waiting for one. Don't pay again: contact the shop, and quote the reference.",
  failedTitle: "The payment failed",
  failed: "You can pay another way.",
  abandonedTitle: "This payment is no longer open",
  cancelledTitle: "The payment was cancelled",
  ended:
    "If you have sent coins for it, don't pay again: contact the shop, and quote the reference.",
  orderCancelledTitle: "Your order was cancelled",
  paidOrderCancelled:
    "The shop is notified of your payment, and will contact you about sending it back. Don't pay again.",
  refundDueTitle: "Your money will be sent back",
  refundDue:
    "The shop sends the money, and may ask you for an address. If you have questions, quote the reference.",
  refundSentTitle: "Your money was sent back",
  refundSent:
    "The money may take a while to arrive. If it does not, contact the shop, and quote the reference.",
  paidTitle: "Your payment has arrived",
  paid: "The order is being placed…",
  orderLate:
    "Placing your order takes longer than usual. The shop keeps trying. Don't pay again.",
  arrived: "Thank you. Your payment has arrived.",
  reviewTitle: "The shop is checking your payment",
  review:
    "Your order could not be completed with this payment. Don't pay again: the shop is notified, and will contact you.",
  soldOut: "An item was sold out, so no order was placed.",
  alreadyPaid:
    "It was not needed, since everything was paid already. Don't pay again: the shop is notified, and will contact you about sending it back.",
  sentTwice:
    "Another transfer of yours has arrived. The shop is notified, and will contact you about it.",
  keptTitle: "The shop has your payment",
  kept: "The shop takes care of your purchase itself. Don't pay again: if you have questions, contact the shop, and quote the reference.",
  transferSeenTitle: "We see your transfer",
  transferSeen:
    "It is not confirmed yet. Don't send it again. The shop sees it too, and your order goes on once it is confirmed. If your wallet app still shows a step to finish this payment, finish it.",
  transferReview:
    "Your order can't be completed with it automatically. Don't send another one: the shop is notified, and will contact you.",
  ordered: "Thank you. Your order is number {number}.",
  due: "Amount",
  transfer: "Your transfer",
  toRefund: "Will be sent back",
  refunded: "Sent back",
  reference: "Reference",
  copy: "Copy",
  copied: "Copied",
  payBy: "Pay by {time}",
  timeLeft: "Time left: {time}",
  continue: "Continue to payment",
  openApp: "Open in the app",
  chooseAnother: "Choose another way to pay",
  resume: "Back to the payment you started",
  chooseAgain: "Choose how to pay",
  restart: "Order again",
  unknownPayment: "There is no such payment.",
  unreachable: "The shop can't be reached. Check your connection.",
  refusedNetwork:
    "{currency} on {network} is not available. Choose another network or coin below: the selection may have changed.",
  refused:
    "{currency} is not available this way. Choose another coin or way to pay below: the selection may have changed.",
  notStarted:
    "The payment could not be started. Try again, or choose another way to pay.",
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

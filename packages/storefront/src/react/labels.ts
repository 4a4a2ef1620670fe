/**
 * Every text of `<StablecoinPayment>` in English. Plain strings with
 * `{placeholders}`, so that a server component can pass them.
 */
export const en = {
  /** The language, for amounts and times: a BCP 47 tag such as `en`. */
  locale: "en",
  loading: "Looking up the ways to pay…",
  /** Instead of `loading`, on the page that the buyer returns to. */
  checking: "Checking your payment…",
  /** Nothing is offered for this cart, or no new payments are taken. */
  none: "This can't be paid in stablecoins at the moment.",
  /** Above the rails, if there are several. */
  way: "How would you like to pay?",
  hosted: "Wallet or exchange",
  hostedHint: "You choose on the payment page.",
  onchain: "Send from my crypto wallet",
  onchainHint: "On a network of your choice.",
  coin: "Coin",
  network: "Network",
  /** `{amount}`, `{currency}` */
  amount: "You pay {amount} {currency}",
  /** Of a cart in another currency. `{total}`, `{rate}`, `{time}` */
  quoted: "For {total}, at a rate of {rate} US dollars. Kept until {time}.",
  /** `{amount}`, `{currency}` */
  pay: "Pay {amount} {currency}",
  starting: "Starting the payment…",
  /** The payment is open and waits for the buyer. */
  pending: "Waiting for your payment",
  /** Under `pending`, and next to the choice of another way to pay. */
  confirming:
    "If you have paid, don't pay again: it usually takes a few minutes until a payment is confirmed.",
  /** The buyer has returned from paying, and no outcome is reported yet. */
  unconfirmedTitle: "Waiting for confirmation",
  unconfirmed:
    "Your payment is not confirmed yet. That usually takes a few minutes, and then your order goes on. Don't pay again.",
  /** The same, half an hour later. */
  overdueTitle: "Your payment is not confirmed",
  overdue:
    "The shop has no confirmation so far, and keeps waiting for one. Don't pay again: contact the shop, and quote the reference.",
  failedTitle: "The payment failed",
  /** Above `ended`. */
  failed: "You can pay another way.",
  abandonedTitle: "This payment is no longer open",
  cancelledTitle: "The payment was cancelled",
  /** Under the titles of a payment or an order that ended unpaid. */
  ended:
    "If you have sent coins for it, don't pay again: contact the shop, and quote the reference.",
  /** The order was cancelled, by the store or with its payment. */
  orderCancelledTitle: "Your order was cancelled",
  /** Under it, after money was received for it. */
  paidOrderCancelled:
    "The shop is notified of your payment, and will contact you about sending it back. Don't pay again.",
  /** The merchant will send received money back. */
  refundDueTitle: "Your money will be sent back",
  refundDue:
    "The shop sends the money, and may ask you for an address. If you have questions, quote the reference.",
  /** The merchant has sent received money back. */
  refundSentTitle: "Your money was sent back",
  refundSent:
    "The money may take a while to arrive. If it does not, contact the shop, and quote the reference.",
  paidTitle: "Your payment has arrived",
  paid: "The order is being placed…",
  /** Under `paidTitle`: the order takes unusually long. */
  orderLate:
    "Placing your order takes longer than usual. The shop keeps trying. Don't pay again.",
  /** Paid, when no order will follow or its number can't be read. */
  arrived: "Thank you. Your payment has arrived.",
  /** Money that the merchant has to review, and that may not have arrived. */
  reviewTitle: "The shop is checking your payment",
  /** Under it, or under `paidTitle`. */
  review:
    "Your order could not be completed with this payment. Don't pay again: the shop is notified, and will contact you.",
  /** Before `review` or the refund: why no order was placed. */
  soldOut: "An item was sold out, so no order was placed.",
  /** Instead of `review`: nothing was left to pay when it arrived. */
  alreadyPaid:
    "It was not needed, since everything was paid already. Don't pay again: the shop is notified, and will contact you about sending it back.",
  /** Under the number of an order for which another transfer arrived. */
  sentTwice:
    "Another transfer of yours has arrived. The shop is notified, and will contact you about it.",
  /** The merchant keeps money, and places no order of this cart for it. */
  keptTitle: "The shop has your payment",
  kept: "The shop takes care of your purchase itself. Don't pay again: if you have questions, contact the shop, and quote the reference.",
  /** The network shows the transfer, and the gateway has not confirmed it. */
  transferSeenTitle: "We see your transfer",
  transferSeen:
    "It is not confirmed yet. Don't send it again. The shop sees it too, and your order goes on once it is confirmed. If your wallet app still shows a step to finish this payment, finish it.",
  /** Instead of `transferSeen`: the transfer does not fit the payment. */
  transferReview:
    "Your order can't be completed with it automatically. Don't send another one: the shop is notified, and will contact you.",
  /** `{number}` */
  ordered: "Thank you. Your order is number {number}.",
  /** The name of the amount. */
  due: "Amount",
  /** The name of money that arrived or was seen. */
  transfer: "Your transfer",
  /** The name of money that goes back. */
  toRefund: "Will be sent back",
  /** The name of money that was sent back. */
  refunded: "Sent back",
  /** The name of the payment's reference. */
  reference: "Reference",
  copy: "Copy",
  copied: "Copied",
  /** `{time}`, with the day unless it is today. More than an hour is left. */
  payBy: "Pay by {time}",
  /** `{time}`: minutes and seconds. Less than an hour is left. */
  timeLeft: "Time left: {time}",
  /** The link to the gateway's page. */
  continue: "Continue to payment",
  openApp: "Open in the app",
  /** Leaves a waiting payment. */
  chooseAnother: "Choose another way to pay",
  /** Returns from the choice to the waiting payment. */
  resume: "Back to the payment you started",
  /** After a payment has ended. */
  chooseAgain: "Choose how to pay",
  /** Under `order_first`, after the payment has ended: fill a new cart. */
  restart: "Order again",
  unknownPayment: "There is no such payment.",
  unreachable: "The shop can't be reached. Check your connection.",
  /** A start was rejected. `{currency}`, `{network}` */
  refusedNetwork:
    "{currency} on {network} is not available. Choose another network or coin below: the selection may have changed.",
  /** The same on the gateway's page. `{currency}` */
  refused:
    "{currency} is not available this way. Choose another coin or way to pay below: the selection may have changed.",
  /** The price expired while the buyer was choosing. */
  repriced: "The price has changed. Check the amount below, and pay again.",
  /** The gateway did not answer a start, or rejected it as a whole. */
  notStarted:
    "The payment could not be started. Try again, or choose another way to pay.",
  /** The store rejects further payments for now. */
  tooMany:
    "Too many payments were started. Pay the one that is open, or try again in a few minutes.",
  problem: "That did not work. Try again in a moment.",
  retry: "Try again",
}

/** The texts of a language. */
export type StablecoinLabels = typeof en

/** Fills in the placeholders. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole
  )
}

/** A decimal string with all of its digits, as a language writes it. */
export function amountText(amount: string, locale: string): string {
  const digits = amount.split(".")[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // The string itself, since a number could lose digits.
  }).format(amount as Intl.StringNumericLiteral)
}

/** The amount due in the currency of its cart. */
export function totalText(
  { total, currency_code: currency }: Record<"total" | "currency_code", string>,
  locale: string
): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(
    total as Intl.StringNumericLiteral
  )
}

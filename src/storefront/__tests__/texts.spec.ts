import { StablecoinStoreError, type StorePayment } from "../index.ts"
import { en, type StablecoinLabels } from "../react/labels.ts"
import { insteadOf, phaseOf } from "../react/payment-phase.ts"
import { errorText, statusOf } from "../react/texts.ts"
import type { UseStablecoinPayment } from "../react/types.ts"
import { CANCELLED, ORDERED, PAID, PENDING } from "./faulty-store.ts"

const PAGE: UseStablecoinPayment = {
  phase: "waiting",
  offered: null,
  payment: null,
  started: null,
  order: null,
  error: null,
  choice: null,
  choose: () => {},
  pay: async () => {},
  instead: null,
  startAgain: () => {},
  canResume: false,
  resume: () => {},
  isOrderLate: false,
  retry: () => {},
}
const CHOICE = {} as UseStablecoinPayment["choice"]
const CART_PROPS = { store: {} as never, cartId: "cart_1", onRestart: () => {} }
/** Labels whose text is their own name. */
const NAMES = Object.fromEntries(
  Object.keys(en).map((name) => [name, name])
) as StablecoinLabels
const CANCELLED_ORDER = { order_id: "order_1", order_canceled: true } as const

/** The names of the shown labels. */
const shown = (page: UseStablecoinPayment, isReturn = false) => {
  const status = statusOf(page, NAMES, isReturn)
  return status ? [status.title, status.text].filter(Boolean).join(" ") : ""
}

const of = (base: StorePayment, more: Partial<StorePayment> = {}) => ({
  ...base,
  ...more,
})

it.each<[string, StorePayment, string, string, string | null]>([
  ["who waits", PENDING, "waiting", "pending", "choose"],
  [
    "who returned with success",
    of(PENDING, { returned: "success" }),
    "waiting",
    "pending confirming",
    "choose",
  ],
  [
    "who returned with cancel",
    of(PENDING, { returned: "cancel" }),
    "waiting",
    "pending",
    "choose",
  ],
  [
    "whose transfer the network shows",
    of(PENDING, { returned: "success", transfer_seen: true }),
    "waiting",
    "transferSeenTitle transferSeen",
    "choose",
  ],
  [
    "whose cart has changed",
    of(PENDING, { redirect_url: null }),
    "waiting",
    "abandonedTitle cancelled",
    "choose",
  ],
  [
    "who returned with success, and whose cart has changed",
    of(PENDING, { redirect_url: null, returned: "success" }),
    "waiting",
    "pending confirming",
    "choose",
  ],
  [
    "whose payment is being created",
    of(PENDING, { redirect_url: null, status: "creating" }),
    "waiting",
    "pending",
    "choose",
  ],
  [
    "who sent a wrong amount",
    of(PENDING, { under_review: true }),
    "waiting",
    "paidTitle paidWithoutOrder",
    null,
  ],
  [
    "whose transfer does not fit the payment",
    of(PENDING, { under_review: true, transfer_seen: true }),
    "waiting",
    "transferSeenTitle transferReview",
    null,
  ],
  [
    "who sent a wrong amount, and whose payment ended",
    of(CANCELLED, { under_review: true }),
    "waiting",
    "paidTitle paidWithoutOrder",
    null,
  ],
  [
    "whose payment failed",
    of(PENDING, { status: "failed" }),
    "waiting",
    "failedTitle failed",
    "choose",
  ],
  [
    "whose payment was abandoned",
    of(PENDING, { status: "abandoned" }),
    "waiting",
    "abandonedTitle abandoned",
    "choose",
  ],
  [
    "whose payment was cancelled",
    CANCELLED,
    "ended",
    "cancelledTitle cancelled",
    "choose",
  ],
  [
    "whose payment was cancelled, with a standing order",
    of(CANCELLED, { order_id: "order_1" }),
    "ended",
    "cancelledTitle cancelled",
    "choose",
  ],
  [
    "whose order was cancelled",
    of(CANCELLED, CANCELLED_ORDER),
    "ended",
    "orderCancelledTitle orderCancelled",
    "restart",
  ],
  [
    "whose order was cancelled while the payment is open",
    of(PENDING, CANCELLED_ORDER),
    "ended",
    "orderCancelledTitle orderCancelled",
    "restart",
  ],
  [
    "who paid for a cancelled order",
    of(ORDERED, CANCELLED_ORDER),
    "ended",
    "orderCancelledTitle paidOrderCancelled",
    "restart",
  ],
  [
    "who paid for a cancelled order, and got the money back",
    of(ORDERED, { ...CANCELLED_ORDER, sent_back: "sent" }),
    "ended",
    "orderCancelledTitle refundSentTitle. refundSent",
    "restart",
  ],
  [
    "whose wrong transfer will be sent back",
    of(PENDING, { sent_back: "due" }),
    "ended",
    "refundDueTitle refundDue",
    "choose",
  ],
  [
    "whose transfer was sent back after the payment ended",
    of(CANCELLED, { sent_back: "sent" }),
    "ended",
    "refundSentTitle refundSent",
    "choose",
  ],
  [
    "whose payment without an order was sent back",
    of(PENDING, { status: "paid", final: true, sent_back: "sent" }),
    "ended",
    "refundSentTitle refundSent",
    "choose",
  ],
  [
    "whose wrong transfer for a cancelled order may not be reachable",
    of(CANCELLED, {
      ...CANCELLED_ORDER,
      under_review: true,
      transfer_seen: true,
    }),
    "ended",
    "orderCancelledTitle orderCancelled",
    "restart",
  ],
  [
    "who sent a wrong amount for a cancelled order",
    of(CANCELLED, { ...CANCELLED_ORDER, under_review: true }),
    "ended",
    "orderCancelledTitle paidOrderCancelled",
    "restart",
  ],
  ["who paid", PAID, "waiting", "paidTitle paid", null],
  [
    "who paid without an order",
    of(PAID, { final: true }),
    "paid",
    "arrived",
    null,
  ],
])(
  "shows a buyer %s the status and the next step",
  (_, payment, phase, text, instead) => {
    expect(phaseOf(payment)).toBe(phase)
    const page = { ...PAGE, phase: phaseOf(payment), payment }
    expect(shown(page)).toBe(text)
    expect(insteadOf(CART_PROPS, page)).toBe(instead)
  }
)

it("offers another payment for an order's amount due, and none without an open order", () => {
  const collectionProps = {
    store: CART_PROPS.store,
    paymentCollectionId: "pay_col_1",
  }
  const page = { ...PAGE, phase: "ended" as const }
  expect(
    insteadOf(collectionProps, {
      ...page,
      payment: of(CANCELLED, { order_id: "o" }),
    })
  ).toBe("choose")
  expect(
    insteadOf(collectionProps, {
      ...page,
      payment: of(CANCELLED, CANCELLED_ORDER),
    })
  ).toBeNull()
})

it.each<[string, StorePayment | null, string]>([
  ["no status without a started payment", null, ""],
  ["a warning against a second payment", PENDING, "confirming"],
  [
    "that the last payment failed",
    of(PENDING, { status: "failed" }),
    "failedTitle failed",
  ],
  [
    "that the network shows the transfer of the last payment",
    of(PENDING, { transfer_seen: true }),
    "transferSeenTitle transferSeen payAgain",
  ],
  [
    "that the last payment was cancelled",
    CANCELLED,
    "cancelledTitle cancelled",
  ],
])("shows %s next to the choice", (_, payment, text) => {
  const page = { ...PAGE, phase: "choosing" as const, choice: CHOICE, payment }
  expect(shown(page)).toBe(text)
})

it("warns a buyer whose transfer is seen from paying another way", () => {
  const payment = of(PENDING, { transfer_seen: true })
  const page = { ...PAGE, phase: "choosing" as const, choice: CHOICE, payment }
  expect(statusOf(page, en, false)?.tone).toBe("warning")
})

it("names received money of the same cart above the choice", () => {
  const offered = { under_review: [of(PAID, { under_review: true })] }
  const page = {
    ...PAGE,
    phase: "choosing" as const,
    choice: CHOICE,
    offered: offered as UseStablecoinPayment["offered"],
  }
  const held = "paidTitle paidWithoutOrder payAgain"
  expect(shown(page)).toBe(held)
  expect(shown({ ...page, payment: PENDING })).toBe(`${held} confirming`)
  const seen = of(PENDING, { under_review: true, transfer_seen: true })
  expect(
    shown({ ...page, offered: { under_review: [seen] } as typeof page.offered })
  ).toBe("transferSeenTitle transferReview payAgain")
  const both = of(PENDING, { transfer_seen: true })
  expect(shown({ ...page, payment: both })).toBe(held)
  // The transfer that is waiting to be confirmed, before one that does not fit.
  expect(
    shown({
      ...page,
      payment: both,
      offered: { under_review: [seen] } as typeof page.offered,
    })
  ).toBe("transferSeenTitle transferSeen payAgain")
})

it("checks the payment of a buyer who returns, and looks up the ways to pay otherwise", () => {
  const page = { ...PAGE, phase: "loading" as const }
  expect(shown(page, true)).toBe("checking")
  expect(shown(page)).toBe("loading")
  // The buyer has chosen to pay another way.
  expect(shown({ ...page, payment: PENDING }, true)).toBe("loading")
})

it.each<[StorePayment, string]>([
  [PENDING, "neutral"],
  [PAID, "success"],
  [of(PAID, { under_review: true }), "warning"],
  [CANCELLED, "warning"],
  [of(PENDING, { status: "failed" }), "danger"],
])("marks a payment %# by color and icon", (payment, tone) => {
  const page = { ...PAGE, phase: phaseOf(payment), payment }
  expect(statusOf(page, NAMES, true)?.tone).toBe(tone)
})

it.each<[string, Error, string]>([
  [
    "the store does not respond",
    new StablecoinStoreError("…", { request: "GET /x", cause: new Error() }),
    "unreachable",
  ],
  [
    "there is no such payment",
    new StablecoinStoreError("No", {
      status: 404,
      request: "GET /store/stablecoin/payments/payses_1",
    }),
    "unknownPayment",
  ],
  [
    "there is no such cart",
    new StablecoinStoreError("No", {
      status: 404,
      request: "GET /store/stablecoin/options?cart_id=cart_1",
    }),
    "problem",
  ],
  [
    "too many payments were started",
    new StablecoinStoreError("Too many", {
      status: 429,
      request: "POST /store/payment-collections/pay_col_1/payment-sessions",
    }),
    "tooMany",
  ],
  [
    "a setting is missing",
    new StablecoinStoreError("Set successUrl in the settings", {
      status: 400,
      request: "POST /store/payment-collections/pay_col_1/payment-sessions",
    }),
    "problem",
  ],
  [
    "the order could not be placed",
    new StablecoinStoreError("No shipping method", { request: "POST /x" }),
    "problem",
  ],
])("shows the buyer's language when %s", (_, error, text) => {
  expect(errorText(error, NAMES)).toBe(text)
})

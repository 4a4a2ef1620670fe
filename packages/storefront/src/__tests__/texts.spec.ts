import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { StablecoinStoreError, type StorePayment } from "../index.ts"
import { es } from "../react/labels-es.ts"
import { en, type StablecoinLabels } from "../react/labels.ts"
import { insteadOf, phaseOf } from "../react/payment-phase.ts"
import { StatusRegion } from "../react/stablecoin-payment.tsx"
import { errorText, statusOf } from "../react/texts.ts"
import type { UseStablecoinPayment } from "../react/types.ts"
import { Waiting } from "../react/waiting.tsx"
import { CANCELLED, OFFERED, ORDERED, PAID, PENDING } from "./faulty-store.ts"

const PAGE: UseStablecoinPayment = {
  phase: "waiting",
  offered: null,
  payment: null,
  started: null,
  order: null,
  error: null,
  refused: null,
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

const ORDER = { id: "order_1", display_id: 7 }

/** A payment with money in question. */
const asked = (more: Partial<StorePayment>): StorePayment => ({
  ...PENDING,
  redirect_url: null,
  in_question: true,
  ...more,
})

const render = (page: UseStablecoinPayment, labels: StablecoinLabels) =>
  renderToString(
    createElement("div", null, [
      createElement(StatusRegion, {
        key: "status",
        status: statusOf(page, labels, true),
      }),
      createElement(Waiting, {
        key: "waiting",
        page,
        labels,
        onStartAgain: () => {},
      }),
    ])
  )

const escaped = (text: string) => text.replaceAll("'", "&#x27;")

/** The names of the shown labels. */
const shown = (page: UseStablecoinPayment, isReturn = false) => {
  const status = statusOf(page, NAMES, isReturn)
  return status ? [status.title, status.text].filter(Boolean).join(" ") : ""
}

const of = (base: StorePayment, more: Partial<StorePayment> = {}) => ({
  ...base,
  ...more,
})

type Row = [who: string, payment: StorePayment, text: string]
/** Rows by the phase, and what the buyer may do instead. */
const SHOWN: [string, UseStablecoinPayment["instead"], Row[]][] = [
  [
    "waiting",
    "choose",
    [
      ["who waits", PENDING, "pending confirming"],
      [
        "who returned with cancel",
        of(PENDING, { returned: "cancel" }),
        "pending confirming",
      ],
      [
        "whose cart has changed",
        of(PENDING, { redirect_url: null }),
        "abandonedTitle ended",
      ],
      [
        "whose payment is being created",
        of(PENDING, { redirect_url: null, status: "creating" }),
        "pending confirming",
      ],
      [
        "whose payment failed",
        of(PENDING, { status: "failed" }),
        "failedTitle failed ended",
      ],
      [
        "whose payment was abandoned",
        of(PENDING, { status: "abandoned" }),
        "abandonedTitle ended",
      ],
    ],
  ],
  [
    "waiting",
    null,
    [
      [
        "who returned with success",
        asked({ returned: "success" }),
        "unconfirmedTitle unconfirmed",
      ],
      [
        "who returned with success half an hour ago",
        asked({ returned: "success", overdue: true }),
        "overdueTitle overdue",
      ],
      [
        "who returned with success, and whose payment ended without a report",
        asked({ returned: "success", status: "abandoned", overdue: true }),
        "overdueTitle overdue",
      ],
      [
        "whose transfer the network shows",
        asked({ returned: "success", transfer_seen: true }),
        "transferSeenTitle transferSeen",
      ],
      [
        "who sent a wrong amount",
        asked({ under_review: true }),
        "reviewTitle review",
      ],
      [
        "whose transfer does not fit the payment",
        asked({ under_review: true, transfer_seen: true }),
        "transferSeenTitle transferReview",
      ],
      [
        "whose item was sold out",
        asked({ status: "paid", under_review: true, sold_out: true }),
        "paidTitle soldOut review",
      ],
      [
        "whose second transfer the network shows",
        asked({ under_review: true, transfer_seen: true, already_paid: true }),
        "transferSeenTitle alreadyPaid",
      ],
      [
        "who sent a wrong amount, and whose payment ended",
        asked({ status: "cancelled", under_review: true }),
        "reviewTitle review",
      ],
      [
        "whose wrong transfer the merchant keeps",
        asked({ kept: true }),
        "keptTitle kept",
      ],
      ["who paid", asked(PAID), "paidTitle paid"],
      [
        "who paid, and whose order can't be placed",
        asked({ ...PAID, under_review: true }),
        "paidTitle review",
      ],
      [
        "who paid twice by two payments",
        asked({ ...PAID, under_review: true, already_paid: true }),
        "paidTitle alreadyPaid",
      ],
      [
        "who paid twice by one payment, while the order is read",
        asked({ ...ORDERED, under_review: true, already_paid: true }),
        "paidTitle paid",
      ],
    ],
  ],
  [
    "ended",
    "choose",
    [
      [
        "whose item was sold out, and whose money goes back",
        of(PAID, { sent_back: "due", sold_out: true }),
        "refundDueTitle soldOut refundDue",
      ],
      ["whose payment was cancelled", CANCELLED, "cancelledTitle ended"],
      [
        "whose payment was cancelled, with a standing order",
        of(CANCELLED, { order_id: "order_1" }),
        "cancelledTitle ended",
      ],
      [
        "whose wrong transfer will be sent back",
        of(PENDING, { redirect_url: null, sent_back: "due" }),
        "refundDueTitle refundDue",
      ],
      [
        "whose transfer was sent back after the payment ended",
        of(CANCELLED, { sent_back: "sent" }),
        "refundSentTitle refundSent",
      ],
      [
        "whose payment without an order was sent back",
        of(PENDING, { status: "paid", final: true, sent_back: "sent" }),
        "refundSentTitle refundSent",
      ],
    ],
  ],
  [
    "ended",
    null,
    [
      [
        "whose transfer the merchant keeps after the payment ended",
        asked({ status: "cancelled", kept: true, final: true }),
        "keptTitle kept",
      ],
      [
        "who paid for a cancelled order",
        asked({ ...ORDERED, ...CANCELLED_ORDER }),
        "orderCancelledTitle paidOrderCancelled",
      ],
      [
        "who paid for a cancelled order, and whose money the merchant keeps",
        asked({ ...ORDERED, ...CANCELLED_ORDER, kept: true }),
        "orderCancelledTitle kept",
      ],
      [
        "whose wrong transfer for a cancelled order may not be reachable",
        asked({ ...CANCELLED_ORDER, under_review: true, transfer_seen: true }),
        "orderCancelledTitle transferReview",
      ],
      [
        "who sent a wrong amount for a cancelled order",
        asked({ status: "cancelled", ...CANCELLED_ORDER, under_review: true }),
        "orderCancelledTitle paidOrderCancelled",
      ],
    ],
  ],
  [
    "ended",
    "restart",
    [
      [
        "whose order was cancelled",
        of(CANCELLED, CANCELLED_ORDER),
        "orderCancelledTitle ended",
      ],
      [
        "whose order was cancelled while the payment is open",
        of(PENDING, CANCELLED_ORDER),
        "orderCancelledTitle ended",
      ],
      [
        "who paid for a cancelled order, and gets the money back",
        of(ORDERED, { ...CANCELLED_ORDER, sent_back: "due" }),
        "orderCancelledTitle refundDueTitle. refundDue",
      ],
      [
        "who paid for a cancelled order, and got the money back",
        of(ORDERED, { ...CANCELLED_ORDER, sent_back: "sent" }),
        "orderCancelledTitle refundSentTitle. refundSent",
      ],
    ],
  ],
  [
    "paid",
    null,
    [["who paid without an order", of(PAID, { final: true }), "arrived"]],
  ],
]

describe.each(SHOWN)(
  "where the page is %s, and offers %s instead,",
  (phase, instead, rows) => {
    it.each(rows)(
      "shows a buyer %s the status and the next step, the reference, and no way to pay again while money is in question",
      (_, payment, text) => {
        expect(phaseOf(payment)).toBe(phase)
        const page = { ...PAGE, phase: phaseOf(payment), payment }
        expect(shown(page)).toBe(text)
        expect(insteadOf(CART_PROPS, page)).toBe(instead)
        for (const labels of [en, es]) {
          const html = render({ ...page, instead }, labels)
          for (const name of text.match(/\w+/g) ?? []) {
            expect(html).toContain(escaped(labels[name as "paid"]))
          }
          expect(html).toContain(payment.reference)
          if (payment.in_question) {
            expect(html).not.toMatch(/<a |stablecoin-(primary|choose|restart)/)
          }
        }
      }
    )
  }
)

it.each([
  ["en", en, "Will be sent back", "9.00 USDT"],
  ["es", es, "Se devolverá", "9,00 USDT"],
] as const)(
  "names each transfer, and that one of them goes back while another is reviewed (%s)",
  (_, labels, name, back) => {
    const transfer = (amount: string) => ({ ...PENDING, amount })
    const payment = asked({
      under_review: true,
      transfer_seen: true,
      transfers: [transfer("9.00"), transfer("3.50")],
      refunds: [{ amount: "9.00", currency: "USDT", status: "due" }],
    })
    const html = render({ ...PAGE, payment }, labels)
    expect(html).toContain(labels.transferReview.replaceAll("'", "&#x27;"))
    expect(html).toContain(`<dt>${name}</dt> <dd>${back}</dd>`)
    expect(html.split(labels.transfer)).toHaveLength(3)
  }
)

it("tells a buyer about an order that takes long, and nothing of a notified shop", () => {
  const page = { ...PAGE, payment: asked(PAID), isOrderLate: true }
  expect(shown(page)).toBe("paidTitle orderLate")
  expect([en.orderLate, es.orderLate].join()).not.toMatch(/notif|avisad/)
})

it("names another transfer for an order that is placed", () => {
  const page = { ...PAGE, phase: "paid" as const, order: ORDER }
  expect(shown({ ...page, payment: ORDERED })).toBe("ordered")
  expect(
    shown({ ...page, payment: asked({ ...ORDERED, under_review: true }) })
  ).toBe("ordered sentTwice")
})

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
    "failedTitle failed ended",
  ],
  ["that the last payment was cancelled", CANCELLED, "cancelledTitle ended"],
  [
    "that the last payment was sent back",
    of(CANCELLED, { sent_back: "sent" }),
    "refundSentTitle refundSent",
  ],
  [
    "that the last payment is no longer open",
    of(PENDING, { status: "abandoned" }),
    "abandonedTitle ended",
  ],
])("shows %s next to the choice", (_, payment, text) => {
  const page = { ...PAGE, phase: "choosing" as const, choice: CHOICE, payment }
  expect(shown(page)).toBe(text)
})

it.each<[string, Partial<StorePayment>, string]>([
  ["may just have been paid", { status: "pending" }, "confirming"],
  ["may just have been paid, too", { status: "abandoned" }, "confirming"],
  [
    "is sent back",
    { status: "abandoned", sent_back: "due" },
    "refundDueTitle refundDue",
  ],
])("tells a buyer with a changed cart that their payment %s", (_, ...row) => {
  const [more, text] = row
  const payment = of(PENDING, { redirect_url: null, ...more })
  const offered = { ...OFFERED, earlier: payment }
  const phase = "choosing" as const
  expect(shown({ ...PAGE, phase, choice: CHOICE, payment, offered })).toBe(text)
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
      request: "POST /store/payment-collections",
    }),
    "problem",
  ],
  [
    "the cart changed while its payment was started",
    new StablecoinStoreError("The cart changed: start the payment again.", {
      status: 400,
      request: "POST /store/payment-collections/pay_col_1/payment-sessions",
    }),
    "problem",
  ],
  [
    "the price has changed",
    new StablecoinStoreError(
      "The amount due is now 15.00, and the buyer was shown 13.61.",
      { status: 400, request: "POST /store/payment-collections" }
    ),
    "repriced",
  ],
  [
    "the order could not be placed",
    new StablecoinStoreError("No shipping method", { request: "POST /x" }),
    "problem",
  ],
])("shows the buyer's language when %s", (_, error, text) => {
  expect(errorText(error, { currency: "USDT", chain: null }, NAMES)).toBe(text)
})

it.each([
  [
    "Base",
    "USDT on Base is not available. Choose another network or coin below: the selection may have changed.",
  ],
  [
    null,
    "USDT is not available this way. Choose another coin or way to pay below: the selection may have changed.",
  ],
  ["Base", en.notStarted],
])("names what a rejected start on %s was to pay with", (name, text) => {
  const error = new StablecoinStoreError(text, {
    status: 400,
    request: "POST /store/payment-collections/pay_col_1/payment-sessions",
  })
  const chain = name === null ? null : { code: "BASE", name }
  expect(errorText(error, { currency: "USDT", chain }, en)).toBe(text)
})

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
const ORDER = { id: "order_1", display_id: 7 }

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

/** States of a payment by name, which are combined. */
const STATES: Record<string, Partial<StorePayment>> = {
  pending: PENDING,
  creating: { status: "creating" },
  failed: { status: "failed" },
  abandoned: { status: "abandoned" },
  cancelled: CANCELLED,
  paid: PAID,
  ordered: ORDERED,
  /** Its cart has changed, or it has ended. */
  closed: { redirect_url: null },
  "returned by cancel": { returned: "cancel" },
  returned: { returned: "success", in_question: true, redirect_url: null },
  "in question": { in_question: true, redirect_url: null },
  overdue: { overdue: true },
  seen: { transfer_seen: true },
  reviewed: { under_review: true, in_question: true, redirect_url: null },
  "already paid": { already_paid: true },
  kept: { kept: true, in_question: true, redirect_url: null },
  "sold out": { sold_out: true },
  "refund due": { sent_back: "due" },
  "refund sent": { sent_back: "sent" },
  final: { final: true },
  "with an order": { order_id: "order_1" },
  "order cancelled": { order_id: "order_1", order_canceled: true },
}

/** A pending payment in these states, such as `paid, reviewed`. */
const paymentIn = (states: string): StorePayment =>
  Object.assign(
    { ...PENDING },
    ...states.split(", ").map((each) => STATES[each]!)
  )

type Row = [states: string, text: string]
/** Rows by the phase, and what the buyer may do instead. */
const SHOWN: [string, UseStablecoinPayment["instead"], Row[]][] = [
  [
    "waiting",
    "choose",
    [
      ["pending", "pending confirming"],
      ["returned by cancel", "pending confirming"],
      ["closed", "abandonedTitle ended"],
      ["creating, closed", "pending confirming"],
      ["failed", "failedTitle failed ended"],
      ["abandoned", "abandonedTitle ended"],
    ],
  ],
  [
    "waiting",
    null,
    [
      ["returned", "unconfirmedTitle unconfirmed"],
      ["returned, overdue", "overdueTitle overdue"],
      ["returned, abandoned, overdue", "overdueTitle overdue"],
      ["returned, seen", "transferSeenTitle transferSeen"],
      ["reviewed", "reviewTitle review"],
      ["cancelled, reviewed", "reviewTitle review"],
      ["reviewed, seen", "transferSeenTitle transferReview"],
      ["reviewed, seen, already paid", "transferSeenTitle alreadyPaid"],
      ["kept", "keptTitle kept"],
      ["paid, in question", "paidTitle paid"],
      // No order can be placed.
      ["paid, reviewed", "paidTitle review"],
      ["paid, reviewed, sold out", "paidTitle soldOut review"],
      ["paid, reviewed, already paid", "paidTitle alreadyPaid"],
      // Its order is being read.
      ["ordered, reviewed, already paid", "paidTitle paid"],
    ],
  ],
  [
    "ended",
    "choose",
    [
      ["paid, refund due, sold out", "refundDueTitle soldOut refundDue"],
      ["cancelled", "cancelledTitle ended"],
      ["cancelled, with an order", "cancelledTitle ended"],
      ["closed, refund due", "refundDueTitle refundDue"],
      ["cancelled, refund sent", "refundSentTitle refundSent"],
      ["paid, final, refund sent", "refundSentTitle refundSent"],
    ],
  ],
  [
    "ended",
    null,
    [
      ["cancelled, kept", "keptTitle kept"],
      [
        "ordered, in question, order cancelled",
        "orderCancelledTitle paidOrderCancelled",
      ],
      ["ordered, kept, order cancelled", "orderCancelledTitle kept"],
      ["reviewed, seen, order cancelled", "orderCancelledTitle transferReview"],
      [
        "cancelled, reviewed, order cancelled",
        "orderCancelledTitle paidOrderCancelled",
      ],
    ],
  ],
  [
    "ended",
    "restart",
    [
      ["cancelled, order cancelled", "orderCancelledTitle ended"],
      ["order cancelled", "orderCancelledTitle ended"],
      [
        "ordered, order cancelled, refund due",
        "orderCancelledTitle refundDueTitle. refundDue",
      ],
      [
        "ordered, order cancelled, refund sent",
        "orderCancelledTitle refundSentTitle. refundSent",
      ],
    ],
  ],
  ["paid", null, [["paid, final", "arrived"]]],
]

describe.each(SHOWN)(
  "where the page is %s, and offers %s instead,",
  (phase, instead, rows) => {
    it.each(rows)(
      "a buyer whose payment is %s reads %s, and the reference, and can't pay again while money is in question",
      (states, text) => {
        const payment = paymentIn(states)
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
    const payment: StorePayment = {
      ...paymentIn("reviewed, seen"),
      transfers: [transfer("9.00"), transfer("3.50")],
      refunds: [{ amount: "9.00", currency: "USDT", status: "due" }],
    }
    const html = render({ ...PAGE, payment }, labels)
    expect(html).toContain(escaped(labels.transferReview))
    expect(html).toContain(`<dt>${name}</dt> <dd>${back}</dd>`)
    expect(html.split(labels.transfer)).toHaveLength(3)
  }
)

it("tells a buyer about an order that takes long, and nothing of a notified shop", () => {
  const page = {
    ...PAGE,
    payment: paymentIn("paid, in question"),
    isOrderLate: true,
  }
  expect(shown(page)).toBe("paidTitle orderLate")
  expect([en.orderLate, es.orderLate].join()).not.toMatch(/notif|avisad/)
})

it("names another transfer for an order that is placed", () => {
  const page = { ...PAGE, phase: "paid" as const, order: ORDER }
  expect(shown({ ...page, payment: ORDERED })).toBe("ordered")
  const payment = paymentIn("ordered, reviewed")
  expect(shown({ ...page, payment })).toBe("ordered sentTwice")
})

it("offers another payment for an order's amount due, and none without an open order", () => {
  const { store } = CART_PROPS
  const insteadIn = (states: string) =>
    insteadOf(
      { store, paymentCollectionId: "pay_col_1" },
      { ...PAGE, phase: "ended", payment: paymentIn(states) }
    )
  expect(insteadIn("cancelled, with an order")).toBe("choose")
  expect(insteadIn("cancelled, order cancelled")).toBeNull()
})

it.each<[states: string | null, text: string]>([
  [null, ""],
  // A second payment may be a mistake.
  ["pending", "confirming"],
  ["failed", "failedTitle failed ended"],
  ["cancelled", "cancelledTitle ended"],
  ["cancelled, refund sent", "refundSentTitle refundSent"],
  ["abandoned", "abandonedTitle ended"],
])(
  "shows next to the choice after a payment that is %s: %j",
  (states, text) => {
    const payment = states && paymentIn(states)
    const page = {
      ...PAGE,
      phase: "choosing" as const,
      choice: CHOICE,
      payment,
    }
    expect(shown({ ...page, payment: payment || null })).toBe(text)
  }
)

it.each<Row>([
  // It may just have been paid.
  ["closed", "confirming"],
  ["closed, abandoned", "confirming"],
  ["closed, abandoned, refund due", "refundDueTitle refundDue"],
])(
  "tells a buyer with a changed cart that their payment is %s: %s",
  (...row) => {
    const [states, text] = row
    const payment = paymentIn(states)
    const offered = { ...OFFERED, earlier: payment }
    const phase = "choosing" as const
    expect(shown({ ...PAGE, phase, choice: CHOICE, payment, offered })).toBe(
      text
    )
  }
)

it("checks the payment of a buyer who returns, and looks up the ways to pay otherwise", () => {
  const page = { ...PAGE, phase: "loading" as const }
  expect(shown(page, true)).toBe("checking")
  expect(shown(page)).toBe("loading")
  // The buyer has chosen to pay another way.
  expect(shown({ ...page, payment: PENDING }, true)).toBe("loading")
})

it.each<[states: string, tone: string]>([
  ["pending", "neutral"],
  ["paid", "success"],
  ["paid, reviewed", "warning"],
  ["cancelled", "warning"],
  ["failed", "danger"],
])("marks a payment that is %s by color and icon: %s", (states, tone) => {
  const payment = paymentIn(states)
  const page = { ...PAGE, phase: phaseOf(payment), payment }
  expect(statusOf(page, NAMES, true)?.tone).toBe(tone)
})

const START = "POST /store/payment-collections/pay_col_1/payment-sessions"

it.each<[message: string, status: number, request: string, text: string]>([
  ["No", 404, "GET /store/stablecoin/payments/payses_1", "unknownPayment"],
  ["No", 404, "GET /store/stablecoin/options?cart_id=cart_1", "problem"],
  ["Too many", 429, START, "tooMany"],
  // They are meant for the merchant.
  ["Set successUrl in the settings", 400, START, "problem"],
  ["The cart changed: start the payment again.", 400, START, "problem"],
  [
    "The amount due is now 15.00, and the buyer was shown 13.61.",
    400,
    START,
    "repriced",
  ],
])(
  "shows the buyer's language for the store's %j (%i) to %s: %s",
  (message, status, request, text) => {
    const error = new StablecoinStoreError(message, { status, request })
    const refused = { currency: "USDT", chain: null }
    expect(errorText(error, refused, NAMES)).toBe(text)
  }
)

it.each<[string, ErrorOptions, string]>([
  ["does not respond", { cause: new Error() }, "unreachable"],
  ["places no order", {}, "problem"],
])("shows the buyer's language when the store %s", (_, options, text) => {
  const error = new StablecoinStoreError("…", {
    request: "POST /x",
    ...options,
  })
  expect(errorText(error, null, NAMES)).toBe(text)
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
  const error = new StablecoinStoreError(text, { status: 400, request: START })
  const chain = name === null ? null : { code: "BASE", name }
  expect(errorText(error, { currency: "USDT", chain }, en)).toBe(text)
})

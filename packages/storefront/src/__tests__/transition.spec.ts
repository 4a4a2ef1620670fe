import { isDeepStrictEqual } from "node:util"
import {
  StablecoinStoreError,
  type StartedPayment,
  type StorePayment,
} from "../index.ts"
import {
  firstPage,
  type Page,
  type PageEvent,
  type Purchase,
  type Report,
  type Task,
} from "../react/page.ts"
import { transition } from "../react/transition.ts"
import type { StoreOrder } from "../types.ts"
import {
  CANCELLED,
  OFFERED,
  ORDERED,
  PAID,
  PENDING,
  SELECTION,
} from "./faulty-store.ts"

/** A report without a task is of the page's current task. */
type Step = PageEvent | Report

const STARTED: StartedPayment = {
  session_id: "payses_2",
  reference: "stpay_2",
  rail: "onchain",
  status: "pending",
  redirect_url: "https://pay.example/2",
  amount: "12.50",
  currency: "USDC",
  expires_at: "2030-01-01T00:00:00.000Z",
  checkout_flow: "pay_first",
  chain: "BASE",
  app_url: null,
  intent_url: null,
}
const BASE = { code: "BASE", name: "Base" }
/** Values that a page shows besides its payment and the ways to pay. */
const SHOWN: Record<string, unknown> = {
  started: STARTED,
  order: { id: "order_1", display_id: 7 },
  error: new StablecoinStoreError("No", { request: "GET /x" }),
  refused: { currency: "USDC", chain: BASE },
}

/** Of session 1, except for `other` and `started`, which are of session 2. */
const PAYMENTS: Record<string, StorePayment> = {
  pending: PENDING,
  failed: { ...PENDING, status: "failed" },
  abandoned: { ...PENDING, status: "abandoned" },
  cancelled: CANCELLED,
  /** Of a cancelled order. */
  lost: { ...CANCELLED, order_id: "order_1", order_canceled: true },
  reviewed: { ...PENDING, in_question: true, under_review: true },
  /** Its cart has changed since. */
  earlier: { ...PENDING, redirect_url: null },
  paid: PAID,
  /** No order will follow. */
  final: { ...PAID, final: true },
  ordered: ORDERED,
  /** Of a cancelled order. */
  spent: { ...ORDERED, order_canceled: true },
  other: { ...PENDING, session_id: "payses_2" },
  started: { ...STARTED, chain: BASE, final: false },
}

/** By name, most followed by a payment's. */
const STEPS: Record<string, (payment: StorePayment) => Step> = {
  find: (payment) => ({ kind: "found", payment }),
  "find none": () => ({ kind: "found", payment: null }),
  see: (payment) => ({ kind: "received", payment }),
  decide: (payment) => ({ kind: "decided", payment }),
  offer: () => ({ kind: "offered", offered: OFFERED }),
  "offer with": (earlier) => ({
    kind: "offered",
    offered: { ...OFFERED, earlier },
  }),
  "offer despite": (payment) => ({
    kind: "offered",
    offered: { ...OFFERED, in_question: [payment] },
  }),
  pay: () => ({ kind: "pay", selection: SELECTION }),
  start: () => ({ kind: "started", started: STARTED }),
  "read order": () => ({
    kind: "order_read",
    order: SHOWN.order as StoreOrder,
  }),
  "read none": () => ({ kind: "order_read", order: null }),
  fail: () => ({ kind: "failed", error: SHOWN.error as Error }),
  interrupt: () => ({ kind: "interrupted" }),
  "choose again": () => ({ kind: "choose_again" }),
  resume: () => ({ kind: "resume" }),
  retry: () => ({ kind: "retry" }),
  back: () => ({ kind: "returned" }),
  select: () => ({ kind: "selected", wanted: { chain: "BASE" } }),
}

const CART: Purchase = { cartId: "cart_1" }
const OTHER: Purchase = { cartId: "cart_2" }

const CHOOSE = "find none, offer"
const START = `${CHOOSE}, pay`
const WAIT = "find pending, see pending"
const GET_ORDER = `${WAIT}, see ordered`
const END = `${WAIT}, see cancelled`
const PUT_ASIDE = `${WAIT}, choose again`
const OFFER = `${PUT_ASIDE}, find pending, offer`

function stepOf(text: string): Step {
  const [verb = "", name = ""] = STEPS[text] ? [text] : text.split(/ (?=\w+$)/)
  return STEPS[verb]!(PAYMENTS[name]!)
}

function apply(page: Page, step: Step, task = page.task.id): Page {
  return transition(page, { task, ...step } as PageEvent)
}

/** @param steps such as `find none, offer` */
function after(steps: string, first = firstPage(CART)): Page {
  return (steps ? steps.split(", ") : []).reduce(
    (page, each) => apply(page, stepOf(each)),
    first
  )
}

function nameOf(payment: StorePayment): string {
  const names = Object.keys(PAYMENTS)
  const isIt = (name: string) => isDeepStrictEqual(PAYMENTS[name], payment)
  return names.find(isIt) ?? "unknown"
}

/** Such as `choosing pending, error: offer 1`. */
function textOf({ view, task }: Page): string {
  const { phase, payment, offered, ...more } = view
  expect(phase === "choosing" && offered === null).toBe(false)
  const shown = Object.entries(more).flatMap(([name, value]) =>
    value === null ? [] : isDeepStrictEqual(value, SHOWN[name]) ? name : "?"
  )
  const what = payment ? `${phase} ${nameOf(payment)}` : phase
  return `${[what, ...shown].join(", ")}: ${workOf(task)}`
}

/** Such as `follow 1`, of session 1. */
function workOf(task: Task): string {
  const words = Object.entries(task).map(([name, value]) => {
    switch (name) {
      case "id":
        return ""
      case "offers_anyway":
        return value ? "to offer" : ""
      case "selection":
        return value === SELECTION ? "" : "otherwise"
      case "payment":
        return nameOf(value as StorePayment)
      default:
        return `${value ?? ""}`.replace(/^\w+_(?=\d)/, "")
    }
  })
  return words.filter(Boolean).join(" ")
}

type Case = [steps: string, page: string]

const PAGES: Record<string, Case[]> = {
  "offers the ways to pay, where no earlier payment is to be followed": [
    ["", "loading: find"],
    [CHOOSE, "choosing: offer"],
    ["find pending", "loading: follow 1"],
    [WAIT, "waiting pending: follow 1"],
    // It may still succeed.
    ["find failed", "loading: follow 1"],
    ["find paid", "loading: follow 1"],
    ["find reviewed", "loading: follow 1"],
    ["find lost", "loading: follow 1"],
    ["find cancelled, offer", "choosing cancelled: offer 1"],
    ["find none, offer despite reviewed", "loading: follow 1"],
    ["find none, offer with earlier", "choosing earlier: offer"],
  ],
  "shows the order of a paid payment, and waits for it": [
    [`${WAIT}, see paid`, "waiting paid: follow 1"],
    [GET_ORDER, "waiting ordered: read_order 1 ordered"],
    [`${GET_ORDER}, read order`, "paid ordered, order: nothing"],
    // It can't be read, or none will follow, or it is cancelled.
    [`${GET_ORDER}, read none`, "paid ordered: nothing"],
    [`${WAIT}, see final`, "paid final: nothing"],
    [`${WAIT}, see spent`, "ended spent: follow 1"],
  ],
  "starts one payment, and follows it": [
    [START, "starting: start"],
    // It may be paid meanwhile.
    ["find none, offer with earlier, pay", "starting earlier: start 1"],
    [`${START}, start`, "waiting started, started: follow 2"],
    // Two clicks, or another choice.
    [`${START}, pay`, "starting: start"],
    [`${START}, choose again, retry`, "starting: start"],
  ],
  "lists the ways to pay again after a rejection, which it names": [
    [`${START}, fail`, "choosing, error, refused: find to offer"],
    [
      `${START}, fail, find pending, offer`,
      "choosing pending, error, refused: offer 1",
    ],
    [`${START}, fail, ${START}`, "starting, refused: start"],
  ],
  "follows a payment that is decided elsewhere while the buyer chooses": [
    ["find cancelled, offer, see paid", "choosing cancelled: follow 1"],
    ["find cancelled, offer, see reviewed", "choosing cancelled: follow 1"],
    ["find cancelled, offer, see lost", "choosing cancelled: follow 1"],
    [`${START}, decide paid`, "waiting paid: follow 1"],
    [`${START}, decide reviewed`, "waiting reviewed: follow 1"],
    [`${START}, decide lost`, "waiting lost: follow 1"],
    ["find cancelled, offer, see failed", "choosing failed: offer 1"],
    // Another tab has started one.
    [`${WAIT}, see other, back`, "waiting other: follow 1"],
    [`${CHOOSE}, back, find other, see other`, "waiting other: follow 2"],
  ],
  "shows a payment that has ended, until the buyer chooses again": [
    [END, "ended cancelled: follow 1"],
    [`${END}, choose again`, "loading cancelled: find 1 to offer"],
    [`${END}, back`, "ended cancelled: find"],
    [`${WAIT}, see lost, back, find lost, see lost`, "ended lost: follow 1"],
    // It is paid after all.
    [
      `${WAIT}, see failed, see ordered`,
      "waiting ordered: read_order 1 ordered",
    ],
  ],
  "offers another way to pay, and watches the payment that was put aside": [
    [OFFER, "choosing pending: offer 1"],
    [`${OFFER}, back, find pending, offer`, "choosing pending: offer 1"],
    [`${OFFER}, pay`, "starting pending: start 1"],
    [`${PUT_ASIDE}, back`, "loading pending: find 1 to offer"],
    [`${PUT_ASIDE}, find paid`, "loading pending: follow 1"],
    // It was started since.
    [`${OFFER}, back, find other`, "choosing pending: follow 2"],
  ],
  "returns to the payment that was put aside, if it waits": [
    [`${OFFER}, resume`, "waiting pending: follow 1"],
    [`${OFFER}, resume, back`, "waiting pending: follow 1"],
    [
      `${PUT_ASIDE}, find cancelled, offer, resume`,
      "choosing cancelled: offer 1",
    ],
  ],
  "shows an error, which leaves the choice as it is, until it is over": [
    ["fail", "error, error: find"],
    ["find cancelled, offer, fail", "choosing cancelled, error: offer 1"],
    ["fail, retry", "loading: find"],
    [`fail, back, ${CHOOSE}`, "choosing: offer"],
    [`${WAIT}, fail, see pending`, "waiting pending: follow 1"],
  ],
  "does not start twice when it is left and shown again": [
    [`${START}, interrupt`, "loading: find"],
  ],
}

describe.each(Object.entries(PAGES))("the page of a cart %s", (_, cases) => {
  it.each(cases)("%s: %s", (steps, page) => {
    expect(textOf(after(steps))).toBe(page)
  })
})

it("lists the ways to pay, and none while money is in question", () => {
  const listed = (steps: string) => after(steps).view.offered
  expect(listed(CHOOSE)).toBe(OFFERED)
  expect(listed("find none, offer despite reviewed")).toBeNull()
})

it.each(["cancelled", "abandoned"])(
  "shows a payment that is %s on the page that the buyer returns to",
  (status) => {
    const page = after(`find ${status}`, firstPage({ sessionId: "payses_1" }))
    expect(textOf(page)).toBe("loading: follow 1")
  }
)

it("offers another way to pay at once to a buyer who starts over", () => {
  const page = after("find pending, offer", firstPage(CART, true))
  expect(textOf(page)).toBe("choosing pending: offer 1")
})

it("keeps the selection of values that the buyer did not change", () => {
  const wanted = [{ currency: "USDT", chain: "BASE" }, { chain: "POLYGON" }]
  const page = wanted.reduce(
    (before, each) => apply(before, { kind: "selected", wanted: each }),
    after("")
  )
  expect(page.wanted).toEqual({ currency: "USDT", chain: "POLYGON" })
})

describe("a late response", () => {
  it.each([
    // Of the choice before.
    [`${CHOOSE}, choose again`, "find paid"],
    ["find none, choose again", "offer"],
    // Of a payment that was left, or a state read before the page was hidden.
    [PUT_ASIDE, "see ordered"],
    [`${WAIT}, back`, "see ordered"],
    // Of what was retried.
    ["fail, retry", "find none"],
    ["retry", "fail"],
    [`${GET_ORDER}, retry`, "read order"],
    // Of before a start.
    ["find cancelled, offer, pay", "see pending"],
    ["find cancelled, pay", "offer"],
    // The start has succeeded.
    [`${START}, start`, "interrupt"],
  ])("changes nothing: %s: %s", (steps, report) => {
    const page = after(steps)
    expect(apply(page, stepOf(report), page.task.id - 1)).toBe(page)
  })

  it.each([
    "find paid",
    "offer",
    "see ordered",
    "start",
    "read order",
    "fail",
    "interrupt",
  ])("of the page's former cart changes nothing: %s", (report) => {
    const former = after(START)
    const page = apply(former, { kind: "purchase_changed", purchase: OTHER })
    for (let task = 0; task <= former.task.id; task++) {
      expect(apply(page, stepOf(report), task)).toBe(page)
    }
  })
})

describe("another purchase", () => {
  const change = { kind: "purchase_changed", purchase: OTHER } as const

  it.each([
    "",
    `${CHOOSE}, select`,
    START,
    WAIT,
    PUT_ASIDE,
    `${GET_ORDER}, read order`,
    "fail",
  ])("resets the page after: %s", (steps) => {
    const former = after(steps)
    expect(apply(former, change)).toEqual(
      firstPage(OTHER, false, former.task.id + 1)
    )
  })

  it.each(["pending", "failed"])(
    "that starts over is offered another way to pay, also on return, if its payment is %s",
    (status) => {
      const first = apply(after(""), { ...change, startOver: true })
      const offering = after(`find ${status}, offer`, first)
      expect(textOf(after(`back, find ${status}, offer`, offering))).toBe(
        `choosing ${status}: offer 1`
      )
    }
  )

  it.each([true, false])("starts over: %s", (startOver) => {
    expect(apply(after(WAIT), { ...change, startOver }).task).toMatchObject({
      do: "find",
      offers_anyway: startOver,
    })
  })
})

describe("a buyer who is back on the page", () => {
  it.each([
    ["", "find"],
    [CHOOSE, "find"],
    // Another one may have replaced it.
    [`${WAIT}, see failed`, "find"],
    ["fail", "find"],
    [GET_ORDER, "read_order 1 ordered"],
  ])("sees it again, after %s, with a new task: %s", (steps, work) => {
    const before = after(steps)
    const page = apply(before, stepOf("back"))
    expect(page.view).toEqual(before.view)
    expect(workOf(page.task)).toBe(work)
    expect(page.task.id).toBeGreaterThan(before.task.id)
  })

  it.each([`${GET_ORDER}, read order`, `${WAIT}, see final`, START, WAIT])(
    "finds it unchanged after %s",
    (steps) => {
      const page = after(steps)
      expect(apply(page, stepOf("back"))).toEqual(page)
    }
  )
})

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
  type Work,
} from "../react/page.ts"
import { transition } from "../react/transition.ts"
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

const CART: Purchase = { cartId: "cart_1" }
const RETURN: Purchase = { sessionId: "payses_1" }

function after(steps: readonly Step[], first = firstPage(CART)): Page {
  return steps.reduce(
    (page, step) =>
      transition(page, { task: page.task.id, ...step } as PageEvent),
    first
  )
}

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
const ORDER = { id: "order_1", display_id: 7 }
const ERROR = new StablecoinStoreError("No", { request: "GET /x" })

const FAILED: StorePayment = { ...PENDING, status: "failed" }
const REVIEWED: StorePayment = {
  ...PENDING,
  in_question: true,
  under_review: true,
}
const LOST: StorePayment = {
  ...CANCELLED,
  order_id: "order_1",
  order_canceled: true,
}
const SUPERSEDED: StorePayment = { ...PENDING, redirect_url: null }
const REPLACING: StorePayment = { ...PENDING, session_id: "payses_2" }

const find = (payment: StorePayment | null): Report => ({
  kind: "found",
  payment,
})
const see = (payment: StorePayment): Report => ({ kind: "received", payment })
const fail: Report = { kind: "failed", error: ERROR }
const offer: Report = { kind: "offered", offered: OFFERED }
const OFFERED_SINCE: Report = {
  kind: "offered",
  offered: { ...OFFERED, earlier: SUPERSEDED },
}
const pay: Step = { kind: "pay", selection: SELECTION }
const start: Report = { kind: "started", started: STARTED }
const chooseAgain: Step = { kind: "choose_again" }
const resume: Step = { kind: "resume" }
const retry: Step = { kind: "retry" }
const back: Step = { kind: "returned" }
const readOrder: Report = { kind: "order_read", order: ORDER }
const late = (task: number, report: Report): Step => ({ ...report, task })

const CHOOSING = [find(null), offer]
const WAITING = [find(PENDING), see(PENDING)]
const STARTING = [...CHOOSING, pay]

const FOLLOW: Work = { do: "follow", session_id: "payses_1" }
const OFFER: Work = { do: "offer" }
const FIND: Work = { do: "find", offers_anyway: false }
const FIND_TO_OFFER: Work = { do: "find", offers_anyway: true }
const NOTHING: Work = { do: "nothing" }

type Row = [string, readonly Step[], Partial<Page["view"]>, Work]

function expectPage(page: Page, view: Partial<Page["view"]>, work: Work) {
  expect(page.view).toMatchObject(view)
  expect(page.task).toEqual({ ...work, id: page.task.id })
}

describe("the page of a cart", () => {
  it.each<Row>([
    ["finds the earlier payment first", [], { phase: "loading" }, FIND],
    [
      "offers the ways to pay without one",
      CHOOSING,
      { phase: "choosing", offered: OFFERED, payment: null },
      OFFER,
    ],
    ["follows one that waits", [find(PENDING)], { phase: "loading" }, FOLLOW],
    ["shows it once it is read", WAITING, { phase: "waiting" }, FOLLOW],
    ["follows one that may still succeed", [find(FAILED)], {}, FOLLOW],
    ["follows one that is paid", [find(PAID)], {}, FOLLOW],
    ["follows one under review", [find(REVIEWED)], {}, FOLLOW],
    ["follows one whose order was cancelled", [find(LOST)], {}, FOLLOW],
    [
      "offers the ways to pay after a cancelled one, and watches it",
      [find(CANCELLED), offer],
      { phase: "choosing", payment: CANCELLED },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "follows one of the same cart whose money is in question, and offers nothing",
      [
        find(null),
        { kind: "offered", offered: { ...OFFERED, in_question: [REVIEWED] } },
      ],
      { phase: "loading", offered: null },
      FOLLOW,
    ],
    [
      "shows one that may be paid after its cart has changed next to the ways to pay",
      [find(null), OFFERED_SINCE],
      { phase: "choosing", payment: SUPERSEDED },
      OFFER,
    ],
    [
      "reads the order of a paid payment",
      [...WAITING, see(ORDERED)],
      { phase: "waiting", order: null },
      { do: "read_order", order_id: "order_1", payment: ORDERED },
    ],
    [
      "is done with the order",
      [...WAITING, see(ORDERED), readOrder],
      { phase: "paid", order: ORDER },
      NOTHING,
    ],
    [
      "is done without an order that can't be read",
      [...WAITING, see(ORDERED), { kind: "order_read", order: null }],
      { phase: "paid", order: null },
      NOTHING,
    ],
    [
      "waits for the order of a paid payment",
      [...WAITING, see(PAID)],
      { phase: "waiting" },
      FOLLOW,
    ],
    [
      "is done where no order will follow",
      [...WAITING, see({ ...PAID, final: true })],
      { phase: "paid" },
      NOTHING,
    ],
    [
      "reads no cancelled order",
      [...WAITING, see({ ...ORDERED, order_canceled: true })],
      { phase: "ended" },
      FOLLOW,
    ],
  ])("%s", (_, steps, view, work) => {
    expectPage(after(steps), view, work)
  })
})

describe("paying", () => {
  it.each<Row>([
    [
      "starts the payment",
      STARTING,
      { phase: "starting", error: null },
      { do: "start", selection: SELECTION },
    ],
    [
      "names one of the cart before it changed, which may be paid meanwhile",
      [find(null), OFFERED_SINCE, pay],
      { phase: "starting" },
      { do: "start", session_id: "payses_1", selection: SELECTION },
    ],
    [
      "follows the started payment",
      [...STARTING, start],
      {
        phase: "waiting",
        started: STARTED,
        payment: {
          ...PENDING,
          session_id: "payses_2",
          reference: "stpay_2",
          currency: "USDC",
          chain: { code: "BASE", name: "Base" },
          redirect_url: STARTED.redirect_url,
        },
      },
      { do: "follow", session_id: "payses_2" },
    ],
    [
      "starts one payment by two clicks",
      [...STARTING, pay],
      { phase: "starting" },
      { do: "start", selection: SELECTION },
    ],
    [
      "lists the ways to pay again after a rejection",
      [...STARTING, fail],
      {
        phase: "choosing",
        error: ERROR,
        refused: { currency: "USDC", chain: { code: "BASE", name: "Base" } },
      },
      FIND_TO_OFFER,
    ],
    [
      "still shows the rejection with the new list",
      [...STARTING, fail, find(PENDING), offer],
      { phase: "choosing", error: ERROR },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "forgets the last rejection",
      [...STARTING, fail, find(null), offer, pay],
      { phase: "starting", error: null },
      { do: "start", selection: SELECTION },
    ],
    [
      "is not interrupted by another choice",
      [...STARTING, chooseAgain, retry],
      { phase: "starting" },
      { do: "start", selection: SELECTION },
    ],
  ])("%s", (_, steps, view, work) => {
    expectPage(after(steps), view, work)
  })
})

describe("paying elsewhere", () => {
  it.each<[string, StorePayment]>([
    ["is paid", PAID],
    ["is under review", REVIEWED],
    ["lost its order", LOST],
  ])("a payment that %s while the buyer chooses is followed", (_, payment) => {
    const steps = [find(CANCELLED), offer, see(payment)]
    expectPage(after(steps), { phase: "choosing" }, FOLLOW)
  })

  it.each<[string, StorePayment]>([
    ["is paid", PAID],
    ["is under review", REVIEWED],
    ["lost its order", LOST],
  ])("a payment that %s before another starts is followed", (_, payment) => {
    const page = after([...STARTING, { kind: "decided", payment }])
    expectPage(page, { phase: "waiting", payment }, FOLLOW)
  })

  it.each<Row>([
    [
      "another state of the earlier payment is shown with the choice",
      [find(CANCELLED), offer, see(FAILED)],
      { phase: "choosing", payment: FAILED },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "a payment of another tab replaces the followed one",
      [...WAITING, see(REPLACING), back],
      { phase: "waiting", payment: REPLACING },
      FOLLOW,
    ],
    [
      "a payment of another tab is found on return",
      [...CHOOSING, back, find(REPLACING), see(REPLACING)],
      { phase: "waiting", payment: REPLACING },
      { do: "follow", session_id: "payses_2" },
    ],
  ])("%s", (_, steps, view, work) => {
    expectPage(after(steps), view, work)
  })
})

describe("a payment that has ended", () => {
  it.each<Row>([
    ["is shown", [...WAITING, see(CANCELLED)], { phase: "ended" }, FOLLOW],
    [
      "gives way to another choice",
      [...WAITING, see(CANCELLED), chooseAgain],
      { phase: "loading", payment: CANCELLED },
      { ...FIND_TO_OFFER, session_id: "payses_1" },
    ],
    [
      "is read again on return",
      [...WAITING, see(CANCELLED), back],
      { phase: "ended" },
      FIND,
    ],
    [
      "is followed again on return if its order was cancelled",
      [...WAITING, see(LOST), back, find(LOST), see(LOST)],
      { phase: "ended", payment: LOST },
      FOLLOW,
    ],
    [
      "is paid after all",
      [...WAITING, see(FAILED), see(ORDERED)],
      { payment: ORDERED },
      { do: "read_order", order_id: "order_1", payment: ORDERED },
    ],
  ])("%s", (_, steps, view, work) => {
    expectPage(after(steps), view, work)
  })

  it.each<[string, StorePayment, Work]>([
    ["cancelled", CANCELLED, FOLLOW],
    ["abandoned", { ...PENDING, status: "abandoned" }, FOLLOW],
  ])("%s is shown on the page that the buyer returns to", (_, ...row) => {
    const [payment, work] = row
    const page = after([find(payment)], firstPage(RETURN))
    expectPage(page, { phase: "loading" }, work)
  })
})

describe("another way to pay", () => {
  const AGAIN = [...WAITING, chooseAgain]

  it.each<Row>([
    [
      "is offered while the dismissed payment is watched",
      [...AGAIN, find(PENDING), offer],
      { phase: "choosing", payment: PENDING },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "is still offered on return",
      [...AGAIN, find(PENDING), offer, back, find(PENDING), offer],
      { phase: "choosing" },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "can be given up for the payment that waits",
      [...AGAIN, find(PENDING), offer, resume],
      { phase: "waiting", payment: PENDING },
      FOLLOW,
    ],
    [
      "is not offered on return after it was given up",
      [...AGAIN, find(PENDING), offer, resume, back],
      { phase: "waiting" },
      FOLLOW,
    ],
    [
      "can't be given up for a payment that has ended",
      [...AGAIN, find(CANCELLED), offer, resume],
      { phase: "choosing" },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "is not offered once the dismissed payment is paid",
      [...AGAIN, find(PAID)],
      { phase: "loading" },
      FOLLOW,
    ],
    [
      "checks the dismissed payment before it starts",
      [...AGAIN, find(PENDING), offer, pay],
      { phase: "starting" },
      { do: "start", session_id: "payses_1", selection: SELECTION },
    ],
    [
      "gives way to a payment that was started since",
      [...AGAIN, find(PENDING), offer, back, find(REPLACING)],
      { phase: "choosing" },
      { do: "follow", session_id: "payses_2" },
    ],
    [
      "keeps to the offer if the page is hidden before it is read",
      [...AGAIN, back],
      { phase: "loading" },
      { ...FIND_TO_OFFER, session_id: "payses_1" },
    ],
  ])("%s", (_, steps, view, work) => {
    expectPage(after(steps), view, work)
  })

  it("is offered at once to a buyer who starts over", () => {
    const page = after([find(PENDING), offer], firstPage(CART, true))
    expectPage(
      page,
      { phase: "choosing" },
      { do: "offer", earlier: "payses_1" }
    )
  })

  it("keeps the selection of values that the buyer did not change", () => {
    const { wanted } = after([
      { kind: "selected", wanted: { currency: "USDT", chain: "BASE" } },
      { kind: "selected", wanted: { chain: "POLYGON" } },
    ])
    expect(wanted).toEqual({ currency: "USDT", chain: "POLYGON" })
  })
})

describe("an error", () => {
  it.each<Row>([
    ["is shown", [fail], { phase: "error", error: ERROR }, FIND],
    [
      "leaves the choice as it is",
      [find(CANCELLED), offer, fail],
      { phase: "choosing", error: ERROR },
      { do: "offer", earlier: "payses_1" },
    ],
    [
      "is over with a retry",
      [fail, retry],
      { phase: "loading", error: null },
      FIND,
    ],
    [
      "is over once the ways to pay are listed",
      [fail, back, find(null), offer],
      { phase: "choosing", error: null },
      OFFER,
    ],
    [
      "is over once the payment is read",
      [...WAITING, fail, see(PENDING)],
      { phase: "waiting", error: null },
      FOLLOW,
    ],
  ])("%s", (_, steps, view, work) => {
    expectPage(after(steps), view, work)
  })
})

describe("a late response", () => {
  it.each<[string, readonly Step[], Report]>([
    ["the earlier choice's payment", [...CHOOSING, chooseAgain], find(PAID)],
    ["the earlier choice's list", [find(null), chooseAgain], offer],
    ["a payment that was left", [...WAITING, chooseAgain], see(ORDERED)],
    ["a read that was retried", [fail, retry], find(null)],
    ["an error of a read that was retried", [retry], fail],
    ["an order, after a retry", [...WAITING, see(ORDERED), retry], readOrder],
    ["a state, after a start", [find(CANCELLED), offer, pay], see(PENDING)],
    ["a list, after a start", [find(CANCELLED), pay], offer],
    [
      "a state read before the page was hidden",
      [...WAITING, back],
      see(ORDERED),
    ],
  ])("%s changes nothing", (_, steps, report) => {
    const page = after(steps)
    const before = page.task.id - 1
    expect(after([late(before, report)], page)).toBe(page)
  })

  it("of the page's former cart changes nothing", () => {
    const reports: Report[] = [
      find(PAID),
      offer,
      see(ORDERED),
      start,
      readOrder,
      fail,
      { kind: "interrupted" },
    ]
    const former = after(STARTING)
    const purchase = { cartId: "cart_2" }
    const page = after([{ kind: "purchase_changed", purchase }], former)
    for (const report of reports) {
      for (let task = 0; task <= former.task.id; task++) {
        expect(after([late(task, report)], page)).toBe(page)
      }
    }
  })
})

describe("a changed purchase", () => {
  const purchase = { cartId: "cart_2" }

  it.each<[string, readonly Step[]]>([
    ["loading", []],
    [
      "choosing",
      [...CHOOSING, { kind: "selected", wanted: { chain: "BASE" } }],
    ],
    ["starting", STARTING],
    ["waiting", WAITING],
    ["dismissed", [...WAITING, chooseAgain]],
    ["paid", [...WAITING, see(ORDERED), readOrder]],
    ["failed", [fail]],
  ])("resets a page that is %s", (_, steps) => {
    const former = after(steps)
    const page = after([{ kind: "purchase_changed", purchase }], former)
    expect(page).toEqual(firstPage(purchase, false, former.task.id + 1))
  })

  it.each<[string, StorePayment]>([
    ["waits", PENDING],
    ["failed", FAILED],
  ])("still starts over on return, if its payment %s", (_, payment) => {
    const changed: Step = {
      kind: "purchase_changed",
      purchase,
      startOver: true,
    }
    const offering = after([changed, find(payment), offer])
    expectPage(
      after([back, find(payment), offer], offering),
      { phase: "choosing", payment },
      { do: "offer", earlier: "payses_1" }
    )
  })

  it.each([true, false])("starts over: %s", (startOver) => {
    const changed: Step = { kind: "purchase_changed", purchase, startOver }
    expect(after([...WAITING, changed]).task).toMatchObject({
      do: "find",
      offers_anyway: startOver,
    })
  })
})

describe("a buyer who is back on the page", () => {
  it.each<[string, readonly Step[], Work]>([
    ["finds again", [], FIND],
    ["finds again, and not only the options", CHOOSING, FIND],
    [
      "finds the successor of a failed payment",
      [...WAITING, see(FAILED)],
      FIND,
    ],
    ["retries after an error", [fail], FIND],
    [
      "reads the order again",
      [...WAITING, see(ORDERED)],
      { do: "read_order", order_id: "order_1", payment: ORDERED },
    ],
  ])("%s, as a new task", (_, steps, work) => {
    const before = after(steps)
    const page = after([back], before)
    expectPage(page, before.view, work)
    expect(page.task.id).toBeGreaterThan(before.task.id)
  })

  it.each<[string, readonly Step[]]>([
    ["a paid payment", [...WAITING, see(ORDERED), readOrder]],
    ["one paid without an order", [...WAITING, see({ ...PAID, final: true })]],
    ["a payment that is being started", STARTING],
    ["one that is followed", WAITING],
  ])("leaves %s unchanged", (_, steps) => {
    const page = after(steps)
    expect(after([back], page)).toEqual(page)
  })
})

describe("a page that is left", () => {
  it("does not start twice when it is shown again", () => {
    expectPage(
      after([...STARTING, { kind: "interrupted" }]),
      { phase: "loading" },
      FIND
    )
  })

  it("keeps a start that succeeded", () => {
    const page = after([...STARTING, start])
    const interrupted = late(page.task.id - 1, { kind: "interrupted" })
    expect(after([interrupted], page)).toBe(page)
  })
})

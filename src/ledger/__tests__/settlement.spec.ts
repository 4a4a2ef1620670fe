import {
  type MedusaBooks,
  nextStep,
  type Payment,
  PAYMENT_STATUSES,
  type SettlementStep,
} from "../index"
import { books, NOW, payment } from "./samples"

const captured = { captured: true, canceled: false }
const authorized = { captured: false, canceled: false }
const order = { id: "order_1", canceled: false }
const cancelledOrder = { id: "order_1", canceled: true }
const ask = (status: string) => ({
  status,
  amount: "12.50",
  currency: "usd",
  started: true,
})
const ago = (ms: number) => new Date(NOW.getTime() - ms)

type Case = [
  what: string,
  payment: Partial<Payment>,
  books: Partial<MedusaBooks>,
  step:
    | SettlementStep["do"]
    | { kind: string }
    | { status: string }
    | { reason: string },
]

const PAID: Case[] = [
  ["is captured and ordered", {}, {}, "process"],
  ["authorized only: is captured", {}, { payment: authorized }, "process"],
  [
    "captured, without its order: the order is placed",
    {},
    { payment: captured },
    "process",
  ],
  [
    "captured and ordered: is done",
    {},
    { payment: captured, order },
    "nothing",
  ],
  [
    "captured, of a collection without a cart: is done",
    {},
    { payment: captured, cart_id: null },
    "nothing",
  ],
  [
    "with an order and no capture: is captured",
    {},
    { order, payment: authorized },
    "process",
  ],
  ["whose session is gone", {}, { session: null }, { kind: "session_gone" }],
  [
    "whose collection is gone",
    {},
    { collection: null },
    { kind: "session_gone" },
  ],
  [
    "whose session asks for more",
    {},
    { session: { ...ask("pending"), amount: "13.00" } },
    { kind: "session_mismatch" },
  ],
  [
    "whose session asks for less than a cent more",
    {},
    { session: { ...ask("pending"), amount: "12.501" } },
    { kind: "session_mismatch" },
  ],
  [
    "whose session asks in another currency",
    {},
    { session: { ...ask("pending"), currency: "eur" } },
    { kind: "session_mismatch" },
  ],
  [
    "of an order that was cancelled before: goes back",
    {},
    { order: cancelledOrder },
    { reason: "order order_1 was cancelled" },
  ],
  [
    "captured, of an order that was cancelled after: goes back",
    {},
    { order: cancelledOrder, payment: captured },
    { reason: "order order_1 was cancelled" },
  ],
  [
    "whose payment was cancelled in Medusa",
    {},
    { payment: { captured: false, canceled: true } },
    { kind: "payment_cancelled" },
  ],
  [
    "captured and cancelled at once: the capture counts",
    {},
    { payment: { captured: true, canceled: true }, order },
    "nothing",
  ],
  [
    "captured and ordered, whose session Medusa deleted since: is done",
    {},
    { payment: captured, order, session: null },
    "nothing",
  ],
  [
    "captured, without its order and its session",
    {},
    { payment: captured, session: null },
    { kind: "session_gone" },
  ],
  [
    "whose cart another payment paid for",
    {},
    { collection: { amount: "12.50", covered_by_others: "12.50" } },
    { kind: "already_covered" },
  ],
  [
    "whose cart another payment paid in part: is captured",
    {},
    { collection: { amount: "12.50", covered_by_others: "12.49" } },
    "process",
  ],
  [
    "all owed back: is done",
    {},
    { refunds_due: "12.50", session: null },
    "nothing",
  ],
  [
    "owed back but for a cent, session gone",
    {},
    { refunds_due: "12.49", session: null },
    { kind: "session_gone" },
  ],
]

describe("a paid payment", () => {
  it.each(PAID)("%s", (_, changes, medusa, expected) => {
    const paid = payment({ status: "paid", ...changes })
    expectStep(nextStep(paid, books(medusa), NOW), expected)
  })

  it("waits while Medusa still stores its session, and not for ever", () => {
    const early = books({ session: { ...ask("pending"), started: false } })
    const paid = (ms: number) =>
      payment({ status: "paid", created_at: ago(ms) })
    expectStep(nextStep(paid(120_000), early, NOW), "process")
    expect(nextStep(paid(119_999), early, NOW)).toMatchObject({
      do: "retry_later",
    })
  })

  it("has each question asked once, in a sentence with the sum", () => {
    const paid = payment({ status: "paid" })
    const step = nextStep(paid, books({ session: null }), NOW)
    expect(step).toMatchObject({
      exception: {
        key: "stpay_1:session_gone",
        message: expect.stringContaining("12.50 USDT"),
        details: { cart_id: "cart_1", order_id: null, customer_id: "cus_1" },
      },
    })
    expect(nextStep(paid, books({ session: null }), NOW)).toEqual(step)
  })
})

describe("a payment that ended without money", () => {
  const waiting = ["pending", "requires_more", "pending_authorization"]
  const over = ["authorized", "captured", "error", "canceled"]

  it.each([
    ...waiting.map(
      (status) => ["cancelled", status, { status: "canceled" }] as const
    ),
    ...waiting.map(
      (status) => ["failed", status, { status: "error" }] as const
    ),
    ...over.map((status) => ["cancelled", status, "nothing"] as const),
    ...over.map((status) => ["failed", status, "nothing"] as const),
  ])("%s, with a session that is %s", (status, session, expected) => {
    const step = nextStep(
      payment({ status }),
      books({ session: ask(session) }),
      NOW
    )
    expectStep(step, expected)
  })

  it.each(["cancelled", "failed"] as const)(
    "%s, without a session",
    (status) => {
      expectStep(
        nextStep(payment({ status }), books({ session: null }), NOW),
        "nothing"
      )
    }
  )
})

describe("an open payment", () => {
  const open = ["creating", "pending", "abandoned"] as const

  it.each(open)("%s, with its session: is left alone", (status) => {
    expectStep(nextStep(payment({ status }), books(), NOW), "nothing")
  })

  const ORPHANS: Case[] = [
    ["onchain, pending", { status: "pending" }, {}, "cancel_at_gateway"],
    ["onchain, abandoned", { status: "abandoned" }, {}, "cancel_at_gateway"],
    [
      "onchain, without the credentials that it was started with: waits for them",
      {},
      { askable: false },
      "nothing",
    ],
    [
      "onchain, creating with an id",
      { status: "creating" },
      {},
      "cancel_at_gateway",
    ],
    ["hosted, pending", { rail: "hosted", status: "pending" }, {}, "abandon"],
    [
      "hosted, abandoned",
      { rail: "hosted", status: "abandoned" },
      {},
      "nothing",
    ],
    [
      "still being created",
      { status: "creating", gateway_id: null, created_at: ago(119_999) },
      {},
      "nothing",
    ],
    [
      "whose creation was never answered",
      { status: "creating", gateway_id: null, created_at: ago(120_000) },
      {},
      "abandon",
    ],
    [
      "onchain, abandoned, without an id",
      { status: "abandoned", gateway_id: null },
      {},
      "nothing",
    ],
  ]

  it.each(ORPHANS)(
    "without its session: %s",
    (_, changes, medusa, expected) => {
      const step = nextStep(
        payment(changes),
        books({ session: null, ...medusa }),
        NOW
      )
      expectStep(step, expected)
    }
  )
})

it("never captures what is not paid", () => {
  for (const status of PAYMENT_STATUSES.filter((each) => each !== "paid")) {
    for (const medusa of [
      books(),
      books({ session: null }),
      books({ order }),
    ]) {
      expect(nextStep(payment({ status }), medusa, NOW).do).not.toBe("process")
    }
  }
})

describe("a step that is still missing after it was done has not worked", () => {
  const failed = { status: "failed" } as const
  const orphan = { session: null }
  const hosted = { rail: "hosted" } as const

  it.each<
    [string, Partial<Payment>, Partial<MedusaBooks>, SettlementStep["do"][]]
  >([
    ["process", { status: "paid" }, {}, ["process"]],
    ["close_session", failed, {}, ["close_session"]],
    ["abandon", hosted, orphan, ["abandon"]],
  ])("%s is tried again later", (step, changes, medusa, done) => {
    const next = nextStep(payment(changes), books(medusa), NOW, done)
    expect(next).toEqual({
      do: "retry_later",
      reason: expect.stringContaining(`"${step}"`),
    })
  })

  it("but a question that was asked is asked", () => {
    const paid = payment({ status: "paid" })
    const next = nextStep(paid, books(orphan), NOW, ["open_exception"])
    expect(next).toEqual({ do: "nothing" })
  })

  it.each<
    [string, Partial<Payment>, Partial<MedusaBooks>, SettlementStep["do"]]
  >([
    ["order_missing", { status: "paid" }, { payment: captured }, "process"],
    ["not_settled", { status: "paid" }, {}, "process"],
    ["not_settled", {}, orphan, "cancel_at_gateway"],
  ])(
    "and becomes a question for a person after five looks: %s",
    (kind, changes, medusa, step) => {
      const looked = payment({ ...changes, looks: 5 })
      const next = nextStep(looked, books(medusa), NOW, [step])
      expectStep(next, { kind })
      expect(
        nextStep(looked, books(medusa), NOW, [step, "open_exception"])
      ).toEqual({ do: "nothing" })
    }
  )

  it("an order that the gateway did not cancel is never given up", () => {
    const next = nextStep(payment(), books(orphan), NOW, ["cancel_at_gateway"])
    expect(next).toMatchObject({ do: "retry_later" })
  })

  it("what another step brought about is done in the same run", () => {
    const paid = payment({ status: "paid" })
    const cancelled = books({ payment: captured, order: cancelledOrder })
    expectStep(nextStep(paid, cancelled, NOW, ["process"]), {
      reason: "order order_1 was cancelled",
    })
  })
})

function expectStep(step: SettlementStep, expected: Case[3]): void {
  if (typeof expected === "string") {
    expect(step).toEqual({ do: expected })
  } else if ("reason" in expected) {
    expect(step).toEqual({ do: "owe_refund", ...expected })
  } else if ("kind" in expected) {
    expect(step).toMatchObject({ do: "open_exception", exception: expected })
  } else {
    expect(step).toEqual({ do: "close_session", ...expected })
  }
}

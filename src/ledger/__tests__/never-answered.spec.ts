import {
  isNeverAnswered,
  NEVER_ANSWERED_A_DAY,
  neverAnswered,
  neverAnsweredGroup,
  type Payment,
  triageNeverAnswered,
} from "../index"
import { NOW, payment } from "./samples"

const UNANSWERED: Partial<Payment> = {
  rail: "hosted",
  status: "pending",
  chain: null,
  gateway_id: null,
  returned_at: NOW,
  returned_result: "success",
  expires_at: NOW,
}

it.each<[string, Partial<Payment>]>([
  ["nothing was ever heard of it", {}],
  ["only its creation was heard of", { gateway_id: "transaction-1" }],
  ["its creation was not answered either", { status: "creating" }],
  ["it was given up", { status: "abandoned" }],
])(
  "an exception reports money that may have arrived unseen: %s",
  (_, changes) => {
    const unanswered = payment({ ...UNANSWERED, ...changes })
    expect(isNeverAnswered(unanswered, NOW)).toBe(true)
    expect(neverAnswered(unanswered)).toEqual({
      kind: "never_answered",
      key: "stpay_1:never_answered",
      message: expect.stringMatching(/stpay_1 of 12\.50 USDT.*portal/),
      details: { cart_id: "cart_1", order_id: null, customer_id: "cus_1" },
    })
  }
)

it.each<[string, Partial<Payment>]>([
  ["its time is not up", { expires_at: new Date(NOW.getTime() + 1) }],
  ["its buyer gave up", { returned_result: "cancel" }],
  ["its buyer never came back", { returned_at: null, returned_result: null }],
  ["it can be asked about", { rail: "onchain" }],
  ["it is paid", { status: "paid" }],
  ["it failed", { status: "failed" }],
  ["it is cancelled", { status: "cancelled" }],
])("no exception opens without need: %s", (_, changes) => {
  expect(isNeverAnswered(payment({ ...UNANSWERED, ...changes }), NOW)).toBe(
    false
  )
})

describe("the merchant's list", () => {
  const unanswered = (reported: boolean, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      reported,
      payment: payment({ ...UNANSWERED, id: `stpay_${reported}_${index}` }),
    }))
  const triage = (
    reported: number,
    unreported: number,
    known = { opened: 0, has_group: false }
  ) => {
    const found = [
      ...unanswered(false, unreported),
      ...unanswered(true, reported),
    ]
    const { alone, grouped } = triageNeverAnswered(found, known, NOW)
    return { alone: alone.length, grouped: grouped.length }
  }

  it.each([
    ["a return alone opens nothing", [0, 1], [0, 0]],
    ["nor do a few of them", [0, 4], [0, 0]],
    ["many of them become one", [0, 5], [0, 5]],
    ["a return and a report open one", [1, 0], [1, 0]],
    ["few with a report, few without", [5, 4], [5, 0]],
    ["what exceeds a day is grouped, returns alone with it", [7, 2], [5, 4]],
  ] as const)("%s", (_, [reported, unreported], [alone, grouped]) => {
    expect(triage(reported, unreported)).toEqual({ alone, grouped })
  })

  it("counts what was opened within the day, and fills an open group", () => {
    const opened = NEVER_ANSWERED_A_DAY - 1
    expect(triage(3, 0, { opened, has_group: false })).toEqual({
      alone: 1,
      grouped: 2,
    })
    expect(triage(1, 1, { opened: 99, has_group: true })).toEqual({
      alone: 0,
      grouped: 2,
    })
    expect(triage(0, 1, { opened: 0, has_group: true })).toEqual({
      alone: 0,
      grouped: 1,
    })
  })

  it("leaves out what can't be one, whoever found it", () => {
    const paid = payment({ ...UNANSWERED, status: "paid" })
    const found = [{ reported: true, payment: paid }]
    const known = { opened: 0, has_group: true }
    expect(triageNeverAnswered(found, known, NOW)).toEqual({
      alone: [],
      grouped: [],
    })
  })

  it("tells the number of a group", () => {
    expect(neverAnsweredGroup(payment(), 7)).toEqual({
      kind: "never_answered_group",
      key: "stpay_1:never_answered_group",
      message: expect.stringMatching(/of 7 hosted payments.*portal/),
      details: { count: "7" },
    })
  })
})
